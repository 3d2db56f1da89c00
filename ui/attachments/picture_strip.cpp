#include "ui/attachments/picture_strip.h"

#include <algorithm>

#include <QPainter>
#include <QStyle>

#include "ui/attachments/attachment_chip.h"
#include "ui/attachments/attachment_text.h"
#include "ui/attachments/picture_loader.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"
#include "ui/style/tool_tip.h"

namespace strata::ui {
namespace {

constexpr int kSide = 112;
constexpr int kLargeSide = 200;  ///< of a picture that is alone
constexpr int kRing = 2;

}  // namespace

PictureTile::PictureTile(const Theme* theme, PictureLoader* loader, const app::AttachedPicture& picture, int place,
                         int count, QWidget* parent)
    : QAbstractButton(parent), theme_(theme), loader_(loader), picture_(picture) {
    setObjectName(QStringLiteral("pictureTile"));
    setCursor(Qt::PointingHandCursor);
    const QString size = sizeText(picture.width, picture.height);
    setAccessibleName(tr("Picture %1 of %2: %3, %4").arg(place).arg(count).arg(picture.name, size));
    setToolTip(plainTip(picture.name.isEmpty() ? size : picture.name + QStringLiteral(", ") + size));
    connect(loader, &PictureLoader::thumbnailReady, this, [this](const QString& hash) {
        if (hash == picture_.hash) {
            update();
        }
    });
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize PictureTile::sizeHint() const {
    return {kSide, kSide};
}

void PictureTile::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = QRectF(rect()).adjusted(kRing, kRing, -kRing, -kRing);
    if (const QImage thumbnail = loader_->thumbnail(picture_.hash); !thumbnail.isNull()) {
        paintThumbnail(painter, area, thumbnail, metrics::kRadius);
    } else {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme_->color(ColorRole::hover));
        painter.drawRoundedRect(area, metrics::kRadius, metrics::kRadius);
        const QPointF corner = area.center() - QPointF(metrics::kIcon, metrics::kIcon) / 2.0;
        paintIcon(painter, QRectF(corner, QSizeF(metrics::kIcon, metrics::kIcon)), Icon::picture,
                  theme_->color(ColorRole::muted_text));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme_->color(hasFocus() ? ColorRole::focus_ring : ColorRole::border), hasFocus() ? kRing : 1));
    painter.drawRoundedRect(area, metrics::kRadius, metrics::kRadius);
}

PictureStrip::PictureStrip(const Theme* theme, PictureLoader* loader, QWidget* parent)
    : QWidget(parent), theme_(theme), loader_(loader) {
    setObjectName(QStringLiteral("pictureStrip"));
}

void PictureStrip::showPictures(const std::vector<app::AttachedPicture>& pictures) {
    if (pictures == pictures_) {
        return;
    }
    pictures_ = pictures;
    for (PictureTile* const tile : tiles_) {
        tile->hide();
        tile->deleteLater();
    }
    tiles_.clear();
    const int count = static_cast<int>(pictures.size());
    for (const app::AttachedPicture& picture : pictures) {
        auto* const tile = new PictureTile(theme_, loader_, picture, static_cast<int>(tiles_.size()) + 1, count, this);
        connect(tile, &QAbstractButton::clicked, this, [this, picture] { Q_EMIT openWanted(picture); });
        tile->show();
        tiles_.push_back(tile);
    }
    resizeEvent(nullptr);
}

QList<QWidget*> PictureStrip::tabStops() const {
    return {tiles_.begin(), tiles_.end()};
}

QSize PictureStrip::sizeFor(int width) const {
    QRect all;
    for (int i = 0; i < static_cast<int>(tiles_.size()); ++i) {
        all |= placeOf(i, width);
    }
    return all.size();
}

QRect PictureStrip::placeOf(int index, int width) const {
    if (tiles_.size() == 1) {
        const app::AttachedPicture& picture = pictures_.front();
        const QSize size = QSize(picture.width, picture.height).scaled(kLargeSide, kLargeSide, Qt::KeepAspectRatio);
        return {QPoint(0, 0), size.expandedTo({kSide / 2, kSide / 2}).boundedTo({std::max(width, 1), kLargeSide})};
    }
    const int columns = std::max((width + metrics::kTightSpace) / (kSide + metrics::kTightSpace), 1);
    const int step = kSide + metrics::kTightSpace;
    return {index % columns * step, index / columns * step, kSide, kSide};
}

void PictureStrip::resizeEvent(QResizeEvent* /*event*/) {
    for (int i = 0; i < static_cast<int>(tiles_.size()); ++i) {
        tiles_[static_cast<std::size_t>(i)]->setGeometry(
            QStyle::visualRect(layoutDirection(), rect(), placeOf(i, width())));
    }
}

}  // namespace strata::ui
