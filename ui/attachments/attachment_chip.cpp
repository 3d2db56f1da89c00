#include "ui/attachments/attachment_chip.h"

#include <algorithm>

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QStyle>

#include "ui/attachments/attachment_text.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kPadding = 6;
constexpr int kGap = 8;
constexpr int kRing = 2;
constexpr int kWidestText = 26;  ///< characters
constexpr int kNarrowestText = 15;

}  // namespace

AttachmentChip::AttachmentChip(const Theme* theme, quint64 id, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      id_(id),
      name_(new ElidingLabel(theme, TextStyle::small, ColorRole::text, QString(), this)),
      details_(new ElidingLabel(theme, TextStyle::small, ColorRole::muted_text, QString(), this)),
      show_in_box_(new Button(theme, ButtonKind::quiet, tr("Show in box"), Icon::none, this)),
      remove_(new Button(theme, ButtonKind::quiet, tr("Remove"), Icon::close, this)) {
    setObjectName(QStringLiteral("attachmentChip"));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    name_->setAttribute(Qt::WA_TransparentForMouseEvents);
    details_->setAttribute(Qt::WA_TransparentForMouseEvents);
    remove_->setObjectName(QStringLiteral("removeAttachmentButton"));
    remove_->setIconOnly();
    show_in_box_->setObjectName(QStringLiteral("showInBoxButton"));
    show_in_box_->setAccessibleName(show_in_box_->text());
    show_in_box_->hide();
    connect(remove_, &QAbstractButton::clicked, this, &AttachmentChip::removeWanted);
    connect(show_in_box_, &QAbstractButton::clicked, this, &AttachmentChip::showInBoxWanted);
    connect(theme, &Theme::changed, this, &AttachmentChip::restyle);
}

void AttachmentChip::showAttachment(const Attachment& attachment, int place, int count) {
    kind_ = attachment.kind;
    thumbnail_ = attachment.thumbnail;
    name_->setText(attachmentName(attachment));
    details_->setText(attachmentDetails(attachment));
    show_in_box_->setVisible(attachment.kind == Attachment::Kind::text && attachment.pasted);
    setAccessibleName(spokenAttachment(attachment, place, count));
    remove_->setAccessibleName(tr("Remove %1").arg(attachmentName(attachment)));
    setToolTip(tr("Enter opens it, Delete removes it, Alt with an arrow key moves it."));
    updateGeometry();
    placeParts();
    update();
}

int AttachmentChip::side() const {
    return 2 * name_->sizeHint().height() + kPadding;
}

QSize AttachmentChip::sizeHint() const {
    const QFontMetrics letters = name_->fontMetrics();
    const int text = std::clamp(
        std::max(letters.horizontalAdvance(name_->text()), letters.horizontalAdvance(details_->text())) + kGap,
        letters.averageCharWidth() * kNarrowestText, letters.averageCharWidth() * kWidestText);
    const int button = show_in_box_->isHidden() ? 0 : show_in_box_->sizeHint().width();
    return {kPadding + side() + kGap + text + button + remove_->sizeHint().width() + kPadding, side() + 2 * kPadding};
}

void AttachmentChip::resizeEvent(QResizeEvent* /*event*/) {
    placeParts();
}

void AttachmentChip::placeParts() {
    const auto put = [this](QWidget* part, int x, int y, int width, int height) {
        part->setGeometry(QStyle::visualRect(layoutDirection(), rect(), QRect(x, y, width, height)));
    };
    const QSize cross = remove_->sizeHint();
    const QSize button = show_in_box_->isHidden() ? QSize(0, 0) : show_in_box_->sizeHint();
    const int left = kPadding + side() + kGap;
    const int right = width() - kPadding - cross.width() - button.width();
    const int line = name_->sizeHint().height();
    const int top = (height() - 2 * line) / 2;
    put(name_, left, top, right - left, line);
    put(details_, left, top + line, right - left, line);
    put(show_in_box_, right, (height() - button.height()) / 2, button.width(), button.height());
    put(remove_, width() - kPadding - cross.width(), (height() - cross.height()) / 2, cross.width(), cross.height());
}

void AttachmentChip::restyle() {
    updateGeometry();
    placeParts();
    update();
}

void AttachmentChip::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme_->color(hasFocus() ? ColorRole::focus_ring : ColorRole::border), hasFocus() ? kRing : 1));
    painter.setBrush(theme_->color(ColorRole::window));
    const double inset = kRing / 2.0;
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), metrics::kRadius, metrics::kRadius);
    const QRect area = QStyle::visualRect(layoutDirection(), rect(), QRect(kPadding, kPadding, side(), side()));
    if (!thumbnail_.isNull()) {
        paintThumbnail(painter, area, thumbnail_, metrics::kRadius - 3);
        return;
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_->color(ColorRole::hover));
    painter.drawRoundedRect(area, metrics::kRadius - 3, metrics::kRadius - 3);
    const int icon = metrics::kIcon;
    const QRectF middle(area.center().x() - icon / 2.0 + 0.5, area.center().y() - icon / 2.0 + 0.5, icon, icon);
    paintIcon(painter, middle, kind_ == Attachment::Kind::text ? Icon::page : Icon::picture,
              theme_->color(ColorRole::muted_text));
}

void AttachmentChip::keyPressEvent(QKeyEvent* event) {
    const bool forward = event->key() == (layoutDirection() == Qt::LeftToRight ? Qt::Key_Right : Qt::Key_Left);
    const bool arrow = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace) {
        Q_EMIT removeWanted();
    } else if (arrow && event->modifiers().testFlag(Qt::AltModifier)) {
        Q_EMIT moveWanted(forward ? 1 : -1);
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space) {
        Q_EMIT openWanted();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void AttachmentChip::mousePressEvent(QMouseEvent* event) {
    pressed_at_ = event->pos();
    dragging_ = false;
}

void AttachmentChip::mouseMoveEvent(QMouseEvent* event) {
    const bool far = (event->pos() - pressed_at_).manhattanLength() >= QApplication::startDragDistance();
    if (event->buttons().testFlag(Qt::LeftButton) && (dragging_ || far)) {
        dragging_ = true;
        setCursor(Qt::ClosedHandCursor);
        Q_EMIT draggedTo(mapToParent(event->pos()));
    }
}

void AttachmentChip::mouseReleaseEvent(QMouseEvent* event) {
    setCursor(Qt::PointingHandCursor);
    if (!dragging_ && event->button() == Qt::LeftButton && rect().contains(event->pos())) {
        Q_EMIT openWanted();
    }
    dragging_ = false;
}

void AttachmentChip::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void AttachmentChip::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

void paintThumbnail(QPainter& painter, const QRectF& area, const QImage& image, double radius) {
    const QSizeF cut = area.size().scaled(image.size(), Qt::KeepAspectRatio);
    const QRectF part(QPointF((image.width() - cut.width()) / 2, (image.height() - cut.height()) / 2), cut);
    QPainterPath frame;
    frame.addRoundedRect(area, radius, radius);
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.setClipPath(frame);
    painter.drawImage(area, image, part);
    painter.restore();
}

}  // namespace strata::ui
