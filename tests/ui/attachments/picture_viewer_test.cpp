#include "ui/attachments/picture_viewer.h"

#include <QtTest/QtTest>

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>

#include "support/picture_files.h"
#include "support/test_registry.h"
#include "ui/attachments/picture_loader.h"
#include "ui/attachments/picture_strip.h"
#include "ui/style/theme.h"

using namespace strata;
using namespace strata::ui;
using namespace strata::testing;

namespace {

app::AttachedPicture kept(app::PictureStore& store, QSize size) {
    const auto read = app::readPicture(encoded(scene(size), "png"), app::PictureDetail::normal);
    return {*store.keep(*read, app::PictureKeeping::on_disk),
            "scene.png",
            size.width(),
            size.height(),
            size.width(),
            size.height()};
}

}  // namespace

class PictureViewerTest : public QObject {
    Q_OBJECT

    const Theme theme_{ThemeChoice::light};
    app::PictureStore store_{QString()};
    PictureLoader loader_{&store_};

private Q_SLOTS:
    void a_picture_fits_at_first_and_is_zoomed_by_keys() {
        PictureViewer viewer(&theme_, &loader_, kept(store_, {400, 300}));
        viewer.show();
        QTRY_VERIFY(!viewer.image().isNull());
        QCOMPARE(viewer.zoom(), 1.0);
        QTest::keyClick(&viewer, Qt::Key_Plus);
        QCOMPARE(viewer.zoom(), 1.25);
        QTest::keyClick(&viewer, Qt::Key_Minus);
        QTest::keyClick(&viewer, Qt::Key_Minus);
        QCOMPARE(viewer.zoom(), 0.8);
        QTest::keyClick(&viewer, Qt::Key_0);
        QCOMPARE(viewer.zoom(), 1.0);
        for (int i = 0; i < 40; ++i) {
            QTest::keyClick(&viewer, Qt::Key_Plus);
        }
        QCOMPARE(viewer.zoom(), 16.0);
        QTest::keyClick(&viewer, Qt::Key_Escape);
        QVERIFY(!viewer.isVisible());
    }

    void copying_puts_the_picture_on_the_clipboard() {
        PictureViewer viewer(&theme_, &loader_, kept(store_, {40, 30}));
        viewer.show();
        QTRY_VERIFY(!viewer.image().isNull());
        viewer.findChild<QPushButton*>("copyPictureButton")->click();
        QCOMPARE(quartersOf(QGuiApplication::clipboard()->image()), QString("RGBW"));
    }

    void a_picture_is_saved_as_it_is_kept() {
        const QTemporaryDir folder;
        const app::AttachedPicture picture = kept(store_, {40, 30});
        QString error = "not called";
        loader_.save(picture.hash, folder.filePath("out.png"), this, [&error](const QString& told) { error = told; });
        QTRY_VERIFY(error.isEmpty());
        QFile file(folder.filePath("out.png"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), *store_.bytes(picture.hash));
        loader_.save(picture.hash, folder.filePath("no/such/folder.png"), this,
                     [&error](const QString& told) { error = told; });
        QTRY_VERIFY(!error.isEmpty());
    }

    void a_picture_that_is_gone_is_said_to_be() {
        PictureViewer viewer(&theme_, &loader_, {QString(64, 'a'), "gone.png", 4, 4, 4, 4});
        viewer.show();
        const auto says = [&viewer](const QString& words) {
            const auto labels = viewer.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                               [&words](const QLabel* label) { return label->text().contains(words); });
        };
        QTRY_VERIFY(says("could not be read"));
    }

    void tiles_stand_in_order_and_open_their_picture() {
        PictureStrip strip(&theme_, &loader_);
        const std::vector pictures{kept(store_, {40, 30}), kept(store_, {60, 30}), kept(store_, {80, 30})};
        strip.resize(600, 200);
        strip.showPictures(pictures);
        strip.show();
        QCOMPARE(strip.tabStops().size(), 3);
        QCOMPARE(strip.tabStops()[1]->accessibleName(), QString("Picture 2 of 3: scene.png, 60×30"));
        QVERIFY(strip.tabStops()[0]->x() < strip.tabStops()[1]->x());
        QVERIFY(strip.sizeFor(150).height() > strip.sizeFor(600).height());
        QString opened;
        connect(&strip, &PictureStrip::openWanted, this,
                [&opened](const app::AttachedPicture& picture) { opened = picture.hash; });
        QTest::keyClick(strip.tabStops()[1], Qt::Key_Space);
        QCOMPARE(opened, pictures[1].hash);
    }
};

STRATA_TEST(PictureViewerTest);

#include "picture_viewer_test.moc"
