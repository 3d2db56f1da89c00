#include "ui/text/text_view.h"

#include <QAbstractTextDocumentLayout>
#include <QImage>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QTextBlock>

#include "ui/style/theme.h"
#include "ui/text/block_painter.h"
#include "ui/text/document_writer.h"
#include "ui/text/link_policy.h"
#include "ui/text/plain_selection.h"
#include "ui/text/streaming_markdown.h"

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
    connect(document->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this, [this] {
        updateGeometry();
        Q_EMIT heightChanged();
    });
    updateGeometry();
    Q_EMIT heightChanged();
}

void TextView::follow(StreamingMarkdown& text) {
    connect(&text, &StreamingMarkdown::documentReplaced, this, &TextView::showDocument);
    showDocument(text.document());
}

void TextView::setMuted(bool muted) {
    muted_ = muted;
    restyle();
}

int TextView::heightForWidth(int width) const {
    QTextDocument* const text = document();
    if (text->textWidth() != width) {
        text->setTextWidth(width);
    }
    const double below =
        text->lastBlock().blockFormat().intProperty(block_property::kKind) == static_cast<int>(BlockKind::code)
            ? kCodePadding
            : 0.0;
    return qCeil(text->size().height() + below);
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
    event->ignore();
}  // the page scrolls, not this

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
