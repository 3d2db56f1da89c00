#pragma once

#include <QDialog>
#include <QImage>

#include "app/chat_record.h"

class QScrollArea;

namespace strata::ui {

class Label;
class PictureCanvas;
class PictureLoader;
class Theme;

/// One picture of a chat, as the model sees it. Plus and minus zoom, 0 fits it into the window, Esc closes.
class PictureViewer : public QDialog {
    Q_OBJECT

public:
    /// theme and loader must outlive the viewer.
    PictureViewer(const Theme* theme, PictureLoader* loader, const app::AttachedPicture& picture,
                  QWidget* parent = nullptr);

    /// Screen pixels for one of the picture's; fitting: as many as show all of it.
    double zoom() const;
    void zoomBy(double factor);
    void fit();
    const QImage& image() const { return image_; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void restyle();
    void showZoom();
    void copyPicture();
    void askWhereToSave();

    const Theme* theme_;
    PictureLoader* loader_;
    const app::AttachedPicture picture_;
    QImage image_;
    QScrollArea* area_;
    PictureCanvas* canvas_;
    Label* state_;
    double zoom_ = 0;  ///< 0: fits
};

}  // namespace strata::ui
