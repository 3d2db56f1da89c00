#include "ui/text/block_painter.h"

#include <QAbstractTextDocumentLayout>
#include <QPainter>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>

#include "ui/style/metrics.h"
#include "ui/style/theme.h"
#include "ui/text/document_writer.h"

namespace strata::ui {
namespace {

constexpr double kBarWidth = 3.0;
constexpr double kMarkerGap = 0.5;  ///< between marker and text, in average characters

BlockKind kindOf(const QTextBlock& block) {
    return static_cast<BlockKind>(block.blockFormat().intProperty(block_property::kKind));
}

class BlockPainter {
public:
    BlockPainter(QPainter& painter, const QTextDocument& document, const QRectF& visible, const Theme& theme)
        : painter_(painter),
          document_(document),
          layout_(*document.documentLayout()),
          visible_(visible),
          theme_(theme) {}

    void paint() {
        for (QTextBlock block = firstVisible(); block.isValid(); block = block.next()) {
            const QRectF area = layout_.blockBoundingRect(block);
            if (area.top() > visible_.bottom() + kCodePadding) {
                break;
            }
            paintBlock(block, area);
        }
        endPanel();
    }

private:
    /// The block at the upper edge, or the one before: a panel may reach into view from there.
    QTextBlock firstVisible() const {
        const int position = layout_.hitTest({visible_.left() + 1, visible_.top()}, Qt::FuzzyHit);
        const QTextBlock block = document_.findBlock(std::max(position, 0));
        return block.previous().isValid() ? block.previous() : block;
    }

    void paintBlock(const QTextBlock& block, const QRectF& area) {
        const BlockKind kind = kindOf(block);
        if (kind == BlockKind::code) {
            growPanel(block, area);
        } else {
            endPanel();
        }
        if (kind == BlockKind::rule) {
            painter_.fillRect(QRectF(area.left(), area.top(), document_.textWidth() - area.left(), 1),
                              theme_.color(ColorRole::border));
        }
        if (block.blockFormat().hasProperty(QTextFormat::BlockQuoteLevel)) {
            paintQuoteBars(block, area);
        }
        const QString marker = block.blockFormat().stringProperty(block_property::kMarker);
        if (!marker.isEmpty()) {
            paintMarker(block, area, marker);
        }
    }

    /// Neighbouring lines of code share one panel.
    void growPanel(const QTextBlock& block, const QRectF& area) {
        const QTextBlockFormat format = block.blockFormat();
        if (format.boolProperty(block_property::kFirstLine)) {
            endPanel();
        }
        const double left = layout_.blockBoundingRect(block).left() + lineArea(block).left() - kCodePadding;
        const QRectF line(left, area.top(), document_.textWidth() - left, area.height());
        panel_ = panel_.isNull() ? line : panel_.united(line);
    }

    void endPanel() {
        if (panel_.isNull()) {
            return;
        }
        painter_.setPen(Qt::NoPen);
        painter_.setBrush(theme_.color(ColorRole::code));
        painter_.drawRoundedRect(panel_.adjusted(0, -kCodePadding, 0, kCodePadding), metrics::kRadius,
                                 metrics::kRadius);
        panel_ = QRectF();
    }

    void paintQuoteBars(const QTextBlock& block, const QRectF& area) {
        const int depth = block.blockFormat().intProperty(QTextFormat::BlockQuoteLevel);
        const double step = block.blockFormat().leftMargin() / depth;
        const double start = lineArea(block).left() + area.left() - depth * step;
        // Up to the bar of the quote's paragraph before, so that it does not break.
        const bool goes_on = block.previous().blockFormat().intProperty(QTextFormat::BlockQuoteLevel) > 0;
        const double top = goes_on ? area.top() - block.blockFormat().topMargin() : area.top();
        for (int i = 0; i < depth; ++i) {
            painter_.fillRect(QRectF(start + i * step, top, kBarWidth, area.bottom() - top),
                              theme_.color(ColorRole::border));
        }
    }

    void paintMarker(const QTextBlock& block, const QRectF& area, const QString& marker) {
        if (block.layout()->lineCount() == 0) {
            return;
        }
        const QTextLine line = block.layout()->lineAt(0);
        const QFont font = document_.defaultFont();
        const QFontMetricsF letters(font);
        const double gap = kMarkerGap * letters.averageCharWidth();
        const double width = letters.horizontalAdvance(marker);
        const bool leftwards = block.textDirection() == Qt::RightToLeft;
        const double x = area.left() + (leftwards ? line.x() + line.width() + gap : line.x() - gap - width);
        painter_.setFont(font);
        painter_.setPen(theme_.color(ColorRole::muted_text));
        painter_.drawText(QPointF(x, area.top() + line.y() + line.ascent()), marker);
    }

    static QRectF lineArea(const QTextBlock& block) {
        return block.layout()->lineCount() > 0 ? block.layout()->lineAt(0).rect() : QRectF();
    }

    QPainter& painter_;
    const QTextDocument& document_;
    const QAbstractTextDocumentLayout& layout_;
    const QRectF visible_;
    const Theme& theme_;
    QRectF panel_;  ///< of the lines of code seen so far
};

}  // namespace

void paintBlocks(QPainter& painter, const QTextDocument& document, const QRectF& visible, const Theme& theme) {
    painter.setRenderHint(QPainter::Antialiasing);
    BlockPainter(painter, document, visible, theme).paint();
}

}  // namespace strata::ui
