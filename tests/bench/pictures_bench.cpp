/// How long the window is kept busy by what goes with a message: eight photos of 12 megapixels are dropped, and a text
/// of 20,000 lines is pasted and shown in the box. Prints one JSON line for each.
#include <algorithm>
#include <cstdio>

#include <QApplication>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QMimeData>
#include <QTemporaryDir>
#include <QUrl>
#include <QVBoxLayout>

#include "support/picture_files.h"
#include "ui/attachments/attachment_desk.h"
#include "ui/attachments/attachment_row.h"
#include "ui/attachments/picture_loader.h"
#include "ui/chat/composer.h"
#include "ui/style/theme.h"

namespace {

using namespace strata;
using namespace strata::ui;

constexpr int kPhotos = 8;
constexpr QSize kPhoto(4032, 3024);
constexpr int kLines = 20'000;
constexpr double kMilliseconds = 1e6;

/// Runs the event loop until `done`, and notes the longest time in which it could not take an event.
class BusyMeter {
public:
    template <class Done>
    double longestUntil(const Done& done) {
        QElapsedTimer since;
        qint64 longest = 0;
        since.start();
        while (!done()) {
            since.restart();
            QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
            longest = std::max(longest, since.nsecsElapsed());
        }
        return static_cast<double>(longest) / kMilliseconds;
    }
};

struct Window {
    explicit Window(const QString& folder) : store(folder) {
        auto* const rows = new QVBoxLayout(&window);
        rows->addWidget(&composer);
        window.resize(1000, 700);
        window.show();
        QCoreApplication::processEvents();
    }

    const Theme theme{ThemeChoice::light};
    app::PictureStore store;
    QWidget window;
    Composer composer{&theme};
    PictureLoader loader{&store};
    AttachmentDesk desk{{&theme, &window, &composer, &loader, nullptr}};
};

void dropPhotos(const QTemporaryDir& folder) {
    QMimeData data;
    QList<QUrl> files;
    for (int i = 0; i < kPhotos; ++i) {
        QImage photo = testing::scene(kPhoto);
        photo.setPixel(i, 0, 0);  // each is another one
        QFile file(folder.filePath(QString::number(i) + QStringLiteral(".jpg")));
        if (!file.open(QIODevice::WriteOnly) || file.write(testing::encoded(photo, "jpeg", 90)) <= 0) {
            return;
        }
        files.append(QUrl::fromLocalFile(file.fileName()));
    }
    data.setUrls(files);
    Window window(folder.filePath(QStringLiteral("pictures")));
    QElapsedTimer time;
    time.start();
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window.window, &enter);
    QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window.window, &drop);
    const double first = static_cast<double>(time.nsecsElapsed()) / kMilliseconds;
    const double longest = BusyMeter().longestUntil([&] { return !window.composer.attachments()->isReading(); });
    std::printf(
        "{\"bench\":\"drop_photos\",\"photos\":%d,\"megapixels\":%.1f,\"longest_block_ms\":%.1f,"
        "\"thumbnails_ms\":%lld,\"attached\":%d}\n",
        kPhotos, kPhoto.width() * kPhoto.height() / 1e6, std::max(first, longest),
        static_cast<long long>(time.elapsed()), static_cast<int>(window.composer.attachments()->pictures().size()));
}

void pasteLines(const QTemporaryDir& folder) {
    Window window(folder.filePath(QStringLiteral("pictures")));
    QMimeData data;
    data.setText(QStringLiteral("A line of a text that somebody pastes.\n").repeated(kLines));
    const auto report = [](const char* what, double first, double longest) {
        std::printf("{\"bench\":\"%s\",\"lines\":%d,\"longest_block_ms\":%.1f}\n", what, kLines,
                    std::max(first, longest));
    };
    int rounds = 0;
    const auto settled = [&rounds] { return ++rounds > 50; };
    QElapsedTimer time;
    time.start();
    window.desk.take(data);
    double first = static_cast<double>(time.nsecsElapsed()) / kMilliseconds;
    report("paste_lines", first, BusyMeter().longestUntil(settled));
    rounds = 0;
    time.restart();
    Q_EMIT window.composer.attachmentRow()->showInBoxWanted(window.composer.attachments()->all().front().id);
    first = static_cast<double>(time.nsecsElapsed()) / kMilliseconds;
    report("show_lines_in_box", first, BusyMeter().longestUntil(settled));
}

}  // namespace

int main(int argc, char** argv) {
    const QApplication application(argc, argv);
    const QTemporaryDir folder;
    dropPhotos(folder);
    pasteLines(folder);
    return 0;
}
