#include "ui/text/piece_view.h"

#include <algorithm>
#include <cmath>

#include <QFontMetrics>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <QTextDocument>
#include <QTextTable>

#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/text/text_view.h"

namespace strata::ui {
namespace {

constexpr int kCodeRoom = static_cast<int>(kCodePadding);
constexpr int kHeadGap = 2;
constexpr int kWidestColumn = 34;  ///< of a table, in average characters, before it is scrolled sideways

}  // namespace

PieceView::PieceView(const Theme* theme, TextPiece::Kind kind, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      kind_(kind),
      document_(std::make_unique<QTextDocument>()),
      writer_(document_.get(), theme,
              kind == TextPiece::Kind::code ? DocumentWriter::CodePanel::outside : DocumentWriter::CodePanel::painted),
      text_(new TextView(theme, this)) {
    text_->showDocument(document_.get());
    if (kind == TextPiece::Kind::code) {
        text_->setLayoutDirection(Qt::LeftToRight);
        text_->setLineWidth(TextView::kNoWrap);
    }
}

PieceView::~PieceView() {
    delete text_;
}  // before the document that it shows

void PieceView::showPiece(const TextPiece& piece, const Rim& rim) {
    if (rim != rim_) {
        rim_ = rim;
        update();
    }
    writer_.setTail(piece.blocks);
    if (kind_ != TextPiece::Kind::prose && rim_.top) {
        if (copy_ == nullptr) {
            makeHead();
        }
        showLanguage(piece.blocks.empty() ? QString() : piece.blocks.front().language);
    }
}

void PieceView::makeHead() {
    copy_ = new Button(theme_, ButtonKind::quiet, tr("Copy"), Icon::copy, this);
    copy_->setObjectName(QStringLiteral("copyPieceButton"));
    copy_->setToolTip(kind_ == TextPiece::Kind::code ? tr("Copy this code") : tr("Copy this table as text with tabs"));
    copy_->setAccessibleName(copy_->toolTip());
    copy_->show();
    connect(copy_, &QAbstractButton::clicked, this, &PieceView::copyWanted);
    if (kind_ != TextPiece::Kind::code) {
        return;
    }
    language_ = new Label(theme_, TextStyle::small, ColorRole::muted_text, QString(), this);
    language_->setObjectName(QStringLiteral("codeLanguage"));
    language_->show();
    wrap_ = new Button(theme_, ButtonKind::quiet, QString(), Icon::none, this);
    wrap_->setObjectName(QStringLiteral("wrapButton"));
    wrap_->setText(wrapped_ ? tr("Do not wrap lines") : tr("Wrap lines"));
    wrap_->show();
    connect(wrap_, &QAbstractButton::clicked, this, [this] { Q_EMIT wrapWanted(!wrapped_); });
}

void PieceView::showLanguage(const QString& language) {
    if (language_ == nullptr) {
        return;
    }
    const QString shown = language.isEmpty() ? tr("Code") : language;
    if (language_->text() != shown) {
        language_->setText(shown);
        text_->setAccessibleName(language.isEmpty() ? tr("Code") : tr("Code, %1").arg(language));
    }
}

void PieceView::setWrapped(bool wrapped) {
    if (wrapped == wrapped_ || kind_ != TextPiece::Kind::code) {
        return;
    }
    wrapped_ = wrapped;
    text_->setLineWidth(wrapped ? TextView::kAsWideAsView : TextView::kNoWrap);
    if (wrap_ != nullptr) {
        wrap_->setText(wrapped_ ? tr("Do not wrap lines") : tr("Wrap lines"));
    }
}

void PieceView::setMuted(bool muted) {
    text_->setMuted(muted);
}

void PieceView::setHiddenLines(int lines) {
    if (lines > 0 && unfold_ == nullptr) {
        unfold_ = new Button(theme_, ButtonKind::outlined, QString(), Icon::chevron_down, this);
        unfold_->setObjectName(QStringLiteral("showAllCodeButton"));
        connect(unfold_, &QAbstractButton::clicked, this, &PieceView::unfoldWanted);
    }
    if (unfold_ != nullptr) {
        unfold_->setText(tr("Show all, %1 more lines").arg(QLocale().toString(lines)));
        unfold_->setVisible(lines > 0);
    }
}

int PieceView::layOut(int width) {
    if (kind_ == TextPiece::Kind::prose) {
        const int height = text_->heightForWidth(width);
        text_->setGeometry(0, 0, width, height);
        return height;
    }
    const bool code = kind_ == TextPiece::Kind::code;
    const bool right_to_left = layoutDirection() == Qt::RightToLeft;
    int y = rim_.top ? headHeight() : 0;
    if (rim_.top && copy_ != nullptr) {
        // The buttons stand at the end of the line, the language at its beginning.
        int x = width;
        for (Button* const button : {copy_, wrap_}) {
            if (button != nullptr) {
                const QSize size = button->sizeHint();
                x -= size.width();
                button->setGeometry(right_to_left ? width - x - size.width() : x, 0, size.width(), headHeight());
            }
        }
        if (language_ != nullptr) {
            const int room = std::max(x - kCodeRoom, 0);
            language_->setGeometry(right_to_left ? width - room - kCodeRoom : kCodeRoom, 0, room, headHeight());
        }
    }
    const int side = code ? kCodeRoom : 0;
    const int inner = std::max(width - 2 * side, 1);
    if (!code) {
        text_->setLineWidth(tableWidth(inner));
    }
    const int height = text_->heightForWidth(inner);
    text_->setGeometry(side, y, inner, height);
    y += height;
    if (unfold_ != nullptr && unfold_->isVisibleTo(this)) {
        const QSize size = unfold_->sizeHint();
        unfold_->setGeometry((width - size.width()) / 2, y + kHeadGap, size.width(), size.height());
        y += size.height() + 2 * kHeadGap;
    }
    return y + (code && rim_.bottom ? kCodeRoom : 0);
}

int PieceView::headHeight() const {
    return copy_ == nullptr ? 0 : copy_->sizeHint().height() + kHeadGap;
}

/// How wide a table has to be so that its columns can be read: in a narrow page it is scrolled sideways.
int PieceView::tableWidth(int width) const {
    const auto tables = document_->rootFrame()->childFrames();
    const auto* const table = tables.isEmpty() ? nullptr : qobject_cast<const QTextTable*>(tables.first());
    if (table == nullptr) {
        return width;
    }
    const QFontMetrics letters(document_->defaultFont());
    const int widest = kWidestColumn * letters.averageCharWidth();
    const int padding = 2 * static_cast<int>(table->format().cellPadding()) + 2;
    int wanted = 2;
    for (int column = 0; column < table->columns(); ++column) {
        int column_width = 0;
        for (int row = 0; row < std::min(table->rows(), 64) && column_width < widest; ++row) {
            const QString text = table->cellAt(row, column).firstCursorPosition().block().text();
            column_width = std::max(column_width, letters.horizontalAdvance(text.left(kWidestColumn * 2)));
        }
        wanted += std::min(column_width, widest) + padding;
    }
    return std::max(wanted, width);
}

QList<QWidget*> PieceView::tabStops() const {
    QList<QWidget*> stops;
    for (QWidget* const stop : {static_cast<QWidget*>(wrap_), static_cast<QWidget*>(copy_),
                                static_cast<QWidget*>(text_), static_cast<QWidget*>(unfold_)}) {
        if (stop != nullptr && stop->focusPolicy() & Qt::TabFocus) {
            stops.append(stop);
        }
    }
    return stops;
}

void PieceView::paintEvent(QPaintEvent* /*event*/) {
    if (kind_ != TextPiece::Kind::code) {
        return;
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_->color(ColorRole::code));
    // A rim that belongs to the neighbour lies outside of this view.
    const QRectF panel =
        QRectF(rect()).adjusted(0, rim_.top ? 0 : -metrics::kRadius, 0, rim_.bottom ? 0 : metrics::kRadius);
    painter.drawRoundedRect(panel, metrics::kRadius, metrics::kRadius);
}

}  // namespace strata::ui
