#include "ui/attachments/drop_overlay.h"

#include <algorithm>

#include <QDropEvent>
#include <QPainter>

#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr double kVeil = 0.9;
constexpr int kInset = 12;
constexpr int kFrame = 2;
constexpr int kPictogram = 40;

}  // namespace

DropOverlay::DropOverlay(const Theme* theme, QWidget* window) : QWidget(window), theme_(theme) {
    setObjectName(QStringLiteral("dropOverlay"));
    setAttribute(Qt::WA_TransparentForMouseEvents);  // what is dragged belongs to the window below
    hide();
    window->setAcceptDrops(true);
    window->installEventFilter(this);
}

bool DropOverlay::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::DragEnter:
        case QEvent::DragMove: {
            auto* const drag = static_cast<QDropEvent*>(event);
            if (event->type() == QEvent::DragEnter) {
                showPreview(mayBring(*drag->mimeData()) ? previewOf(*drag->mimeData()) : DropPreview());
            }
            drag->setDropAction(Qt::CopyAction);
            drag->setAccepted(isVisible());
            return true;
        }
        case QEvent::DragLeave:
            hide();
            return true;
        case QEvent::Drop: {
            auto* const drop = static_cast<QDropEvent*>(event);
            hide();
            drop->setDropAction(Qt::CopyAction);
            drop->accept();
            Q_EMIT dropped(*drop->mimeData());
            return true;
        }
        case QEvent::Resize:
            setGeometry(parentWidget()->rect());
            break;
        default:
            break;
    }
    return QWidget::eventFilter(watched, event);
}

void DropOverlay::showPreview(const DropPreview& preview) {
    preview_ = preview;
    const QString words = preview.accepted.isEmpty() ? preview.refused : preview.accepted;
    setAccessibleName(words);
    setGeometry(parentWidget()->rect());
    setVisible(!words.isEmpty());
    raise();
    update();
}

void DropOverlay::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = theme_->color(ColorRole::window);
    veil.setAlphaF(static_cast<float>(kVeil));
    painter.fillRect(rect(), veil);
    const bool takes = !preview_.accepted.isEmpty();
    const QColor ink = theme_->color(takes ? ColorRole::accent : ColorRole::muted_text);
    painter.setPen(QPen(ink, kFrame, Qt::DashLine));
    painter.drawRoundedRect(QRectF(rect()).adjusted(kInset, kInset, -kInset, -kInset), metrics::kBubbleRadius,
                            metrics::kBubbleRadius);
    const int middle = height() / 2;
    paintIcon(painter,
              QRectF((width() - kPictogram) / 2.0, middle - kPictogram - metrics::kSpace, kPictogram, kPictogram),
              takes ? Icon::picture : Icon::warning, ink);
    painter.setFont(theme_->font(TextStyle::title));
    painter.setPen(theme_->color(ColorRole::text));
    const int line = painter.fontMetrics().lineSpacing();
    const QRect words(kInset * 3, middle + metrics::kSpace, width() - kInset * 6, line);
    painter.drawText(
        words, Qt::AlignHCenter,
        painter.fontMetrics().elidedText(takes ? preview_.accepted : preview_.refused, Qt::ElideMiddle, words.width()));
    if (takes && !preview_.refused.isEmpty()) {
        painter.setFont(theme_->font(TextStyle::body));
        painter.setPen(theme_->color(ColorRole::muted_text));
        painter.drawText(words.translated(0, line + metrics::kTightSpace), Qt::AlignHCenter,
                         painter.fontMetrics().elidedText(preview_.refused, Qt::ElideMiddle, words.width()));
    }
}

}  // namespace strata::ui
