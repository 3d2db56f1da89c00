#include "ui/text/text_view.h"

#include <cstdlib>

#include <QAbstractTextDocumentLayout>
#include <QImage>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QWheelEvent>

#include "ui/style/scroll_bar.h"
#include "ui/style/theme.h"
#include "ui/text/block_painter.h"
#include "ui/text/document_writer.h"
#include "ui/text/link_policy.h"
#include "ui/text/plain_selection.h"

namespace strata::ui {

TextView::TextView(const Theme* theme, QWidget* parent) : QTextBrowser(parent), theme_(theme) {
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setOpenExternalLinks(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
    setContextMenuPolicy(Qt::DefaultContextMenu);
    viewport()->setAutoFillBackground(false);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);

    connect(this, qOverload<const QUrl&>(&QTextBrowser::highlighted), this, &TextView::linkPointedAt);
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& target) {
        if (mayOpenLink(target)) {
            Q_EMIT linkActivated(target);
        }
    });
    connect(this, &QTextEdit::cursorPositionChanged, this, [this] {
        if (hasFocus()) {
            Q_EMIT caretMoved(cursorRect());
        }
    });
    connect(theme, &Theme::changed, this, &TextView::restyle);
    restyle();
}

void TextView::showDocument(QTextDocument* document) {
    setDocument(document);
}

void TextView::setLineWidth(int width) {
    if (width == line_width_) {
        return;
    }
    line_width_ = width;
    if (width == kAsWideAsView) {
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setLineWrapMode(WidgetWidth);
        return;
    }
    if (qobject_cast<SlimScrollBar*>(horizontalScrollBar()) == nullptr) {
        setHorizontalScrollBar(new SlimScrollBar(theme_, this, Qt::Horizontal));
    }
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setLineWrapMode(width == kNoWrap ? NoWrap : FixedPixelWidth);
    setLineWrapColumnOrWidth(width);
}

void TextView::setMuted(bool muted) {
    muted_ = muted;
    restyle();
}

void TextView::showSelection(const std::optional<std::pair<int, int>>& selection) {
    if (!selection && !shows_selection_) {
        return;
    }
    shows_selection_ = selection.has_value();
    QTextCursor cursor = textCursor();
    cursor.setPosition(selection ? selection->first : cursor.position());
    if (selection) {
        cursor.setPosition(selection->second, QTextCursor::KeepAnchor);
    }
    setTextCursor(cursor);
}

void TextView::showMarks(const std::vector<std::pair<int, int>>& marks) {
    if (marks.empty() && extraSelections().isEmpty()) {
        return;
    }
    QList<ExtraSelection> shown;
    for (const auto& [from, to] : marks) {
        ExtraSelection mark;
        mark.cursor = QTextCursor(document());
        mark.cursor.setPosition(from);
        mark.cursor.setPosition(to, QTextCursor::KeepAnchor);
        mark.format.setBackground(theme_->color(ColorRole::badge));
        mark.format.setForeground(theme_->color(ColorRole::on_badge));
        shown.append(mark);
    }
    setExtraSelections(shown);
}

int TextView::heightForWidth(int width) const {
    QTextDocument* const text = document();
    int below_text = 0;
    if (line_width_ == kAsWideAsView) {
        if (text->textWidth() != width) {
            text->setTextWidth(width);
        }
    } else {
        const double wanted = line_width_ == kNoWrap ? -1 : line_width_;
        if (text->textWidth() != wanted) {
            text->setTextWidth(wanted);
        }
        if (text->size().width() > width) {
            below_text = horizontalScrollBar()->sizeHint().height();
        }
    }
    const double below =
        text->lastBlock().blockFormat().intProperty(block_property::kKind) == static_cast<int>(BlockKind::code)
            ? kCodePadding
            : 0.0;
    return qCeil(text->size().height() + below) + below_text;
}

QSize TextView::sizeHint() const {
    return {width(), heightForWidth(width())};
}

QSize TextView::minimumSizeHint() const {
    return {fontMetrics().averageCharWidth() * 8, fontMetrics().height()};
}

QVariant TextView::loadResource(int /*type*/, const QUrl& /*name*/) {
    return QImage();
}

void TextView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    paintBlocks(painter, *document(), QRectF(event->rect()), *theme_);
    painter.end();
    QTextBrowser::paintEvent(event);
}

void TextView::wheelEvent(QWheelEvent* event) {
    const QPoint turn = event->angleDelta();
    const bool sideways = std::abs(turn.x()) > std::abs(turn.y()) || event->modifiers().testFlag(Qt::ShiftModifier);
    if (sideways && horizontalScrollBar()->maximum() > 0) {
        const int steps = std::abs(turn.x()) > std::abs(turn.y()) ? turn.x() : turn.y();
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - steps / 2);
        event->accept();
        return;
    }
    event->ignore();  // the page scrolls, not this
}

void TextView::keyPressEvent(QKeyEvent* event) {
    // QTextBrowser would take these for itself: going back in its history, and stop and the page's own keys.
    const bool pages =
        event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown ||
        ((event->key() == Qt::Key_Home || event->key() == Qt::Key_End) && event->modifiers() == Qt::NoModifier);
    if (pages || event->key() == Qt::Key_Escape || event->modifiers().testFlag(Qt::AltModifier)) {
        event->ignore();
        return;
    }
    QTextBrowser::keyPressEvent(event);
}

void TextView::changeEvent(QEvent* event) {
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        updateGeometry();
    }
}

QMimeData* TextView::createMimeDataFromSelection() const {
    auto* const copied = new QMimeData;  // taken over by the clipboard or the drag
    copied->setText(plainSelection(textCursor()));
    return copied;
}

void TextView::restyle() {
    QPalette colors = theme_->palette();
    colors.setColor(QPalette::Base, Qt::transparent);
    if (muted_) {
        colors.setColor(QPalette::Text, theme_->color(ColorRole::muted_text));
    }
    setPalette(colors);
}

}  // namespace strata::ui
