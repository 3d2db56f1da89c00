#pragma once

#include <vector>

#include <QAbstractButton>
#include <QWidget>

#include "app/chat_record.h"

namespace strata::ui {

class PictureLoader;
class Theme;

/// One picture of a message, small. Pressing it opens it.
class PictureTile : public QAbstractButton {
    Q_OBJECT

public:
    PictureTile(const Theme* theme, PictureLoader* loader, const app::AttachedPicture& picture, int place, int count,
                QWidget* parent);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme* theme_;
    PictureLoader* loader_;
    const app::AttachedPicture picture_;
};

/// The pictures of a message that was sent, in their order.
class PictureStrip : public QWidget {
    Q_OBJECT

public:
    /// theme and loader must outlive the strip.
    PictureStrip(const Theme* theme, PictureLoader* loader, QWidget* parent = nullptr);

    void showPictures(const std::vector<app::AttachedPicture>& pictures);
    bool isEmpty() const { return tiles_.empty(); }
    QList<QWidget*> tabStops() const;
    /// How large it is in a column of this width.
    QSize sizeFor(int width) const;

Q_SIGNALS:
    void openWanted(const strata::app::AttachedPicture& picture);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// The place of a tile in a column of this width.
    QRect placeOf(int index, int width) const;

    const Theme* theme_;
    PictureLoader* loader_;
    std::vector<app::AttachedPicture> pictures_;
    std::vector<PictureTile*> tiles_;
};

}  // namespace strata::ui
