#include "ui/attachments/picture_viewer.h"

#include <algorithm>

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollArea>
#include <QStandardPaths>
#include <QVBoxLayout>
#include <QWheelEvent>

#include "app/pictures/content_kind.h"
#include "ui/attachments/attachment_text.h"
#include "ui/attachments/picture_loader.h"
#include "ui/dialogs/dialog_style.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/metrics.h"
#include "ui/style/scroll_bar.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr double kStep = 1.25;
constexpr double kLeast = 0.1;
constexpr double kMost = 16;
constexpr int kWidth = 900;
constexpr int kHeight = 700;

QString plainName(const QString& name) {
    return name.isEmpty() ? PictureViewer::tr("Picture") : name;
}

}  // namespace

/// Draws the picture in the size that it has.
class PictureCanvas : public QWidget {
public:
    explicit PictureCanvas(const QImage& image) : image_(image) {}

protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::SmoothPixmapTransform, width() < image_.width() * 3);
        painter.drawImage(rect(), image_);
    }

private:
    const QImage& image_;  ///< the viewer's
};

PictureViewer::PictureViewer(const Theme* theme, PictureLoader* loader, const app::AttachedPicture& picture,
                             QWidget* parent)
    : QDialog(parent),
      theme_(theme),
      loader_(loader),
      picture_(picture),
      area_(new QScrollArea(this)),
      canvas_(new PictureCanvas(image_)),
      state_(new Label(theme, TextStyle::small, ColorRole::muted_text, tr("Loading…"), this)) {
    setObjectName(QStringLiteral("pictureViewer"));
    setWindowTitle(plainName(picture.name));
    canvas_->setAccessibleName(
        tr("Picture %1, %2").arg(plainName(picture.name), sizeText(picture.width, picture.height)));
    area_->setWidget(canvas_);
    area_->setAlignment(Qt::AlignCenter);
    area_->setFrameShape(QFrame::NoFrame);
    area_->setVerticalScrollBar(new SlimScrollBar(theme, area_));
    area_->setAccessibleName(canvas_->accessibleName());
    area_->viewport()->installEventFilter(this);

    const auto button = [this](const QString& text, const char* name, auto action) {
        auto* const made = new Button(theme_, ButtonKind::quiet, text, Icon::none, this);
        made->setObjectName(QLatin1String(name));
        made->setAccessibleName(text);
        made->setAutoDefault(false);
        connect(made, &QAbstractButton::clicked, this, action);
        return made;
    };
    auto* const foot = new QHBoxLayout;
    foot->setContentsMargins(metrics::kWideSpace, metrics::kTightSpace, metrics::kSpace, metrics::kSpace);
    foot->setSpacing(metrics::kSpace);
    foot->addWidget(state_, 1);
    foot->addWidget(button(tr("Fit"), "fitPictureButton", [this] { fit(); }));
    foot->addWidget(button(tr("Smaller"), "zoomOutButton", [this] { zoomBy(1 / kStep); }));
    foot->addWidget(button(tr("Larger"), "zoomInButton", [this] { zoomBy(kStep); }));
    foot->addWidget(button(tr("Copy picture"), "copyPictureButton", [this] { copyPicture(); }));
    foot->addWidget(button(tr("Save picture…"), "savePictureButton", [this] { askWhereToSave(); }));
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(area_, 1);
    rows->addLayout(foot);
    resize(dialogSize(*theme, kWidth, kHeight));
    connect(theme, &Theme::changed, this, &PictureViewer::restyle);
    restyle();
    loader->image(picture.hash, this, [this](const Result<QImage>& image) {
        if (!image) {
            state_->setText(tr("This picture could not be read. Its file is damaged or gone."));
            return;
        }
        image_ = *image;
        showZoom();
    });
}

double PictureViewer::zoom() const {
    if (zoom_ > 0 || image_.isNull()) {
        return zoom_;
    }
    const QSize room = area_->maximumViewportSize();
    const double fitting = std::min(static_cast<double>(room.width()) / image_.width(),
                                    static_cast<double>(room.height()) / image_.height());
    return std::min(fitting, 1.0);
}

void PictureViewer::zoomBy(double factor) {
    zoom_ = std::clamp(zoom() * factor, kLeast, kMost);
    showZoom();
}

void PictureViewer::fit() {
    zoom_ = 0;
    showZoom();
}

void PictureViewer::showZoom() {
    if (image_.isNull()) {
        return;
    }
    canvas_->resize((image_.size() * zoom()).expandedTo({1, 1}));
    canvas_->update();
    state_->setText(tr("%1, %2 %").arg(sizeText(image_.width(), image_.height())).arg(qRound(zoom() * 100)));
}

void PictureViewer::copyPicture() {
    if (!image_.isNull()) {
        QGuiApplication::clipboard()->setImage(image_);
        state_->setText(tr("Copied"));
    }
}

void PictureViewer::askWhereToSave() {
    if (image_.isNull()) {
        return;
    }
    const auto bytes = loader_->store()->bytes(picture_.hash);
    const bool photo = bytes && app::contentOf(bytes->first(16), {}).kind == app::ContentKind::jpeg;
    const QString suffix = photo ? QStringLiteral("jpg") : QStringLiteral("png");
    auto* const dialog = new QFileDialog(this, tr("Save picture"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    dialog->setDirectory(QStandardPaths::writableLocation(QStandardPaths::PicturesLocation));
    dialog->selectFile(QFileInfo(plainName(picture_.name)).completeBaseName() + u'.' + suffix);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        loader_->save(picture_.hash, path, this, [this](const QString& error) {
            state_->setText(error.isEmpty() ? tr("Saved") : tr("It could not be saved (%1).").arg(error));
        });
    });
    dialog->open();
}

void PictureViewer::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            zoomBy(kStep);
            break;
        case Qt::Key_Minus:
            zoomBy(1 / kStep);
            break;
        case Qt::Key_0:
            fit();
            break;
        default:
            if (event->matches(QKeySequence::Copy)) {
                copyPicture();
            } else {
                QDialog::keyPressEvent(event);
            }
    }
}

bool PictureViewer::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Wheel) {
        const auto* const wheel = static_cast<QWheelEvent*>(event);
        if (wheel->modifiers().testFlag(Qt::ControlModifier) && wheel->angleDelta().y() != 0) {
            zoomBy(wheel->angleDelta().y() > 0 ? kStep : 1 / kStep);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void PictureViewer::resizeEvent(QResizeEvent* event) {
    QDialog::resizeEvent(event);
    showZoom();
}

void PictureViewer::restyle() {
    applyDialogStyle(this, *theme_);
    QPalette colors = area_->palette();
    colors.setColor(QPalette::Window, theme_->color(ColorRole::window));
    area_->setPalette(colors);
}

}  // namespace strata::ui
