#include "app/pictures/picture_store.h"

#include <QtTest/QtTest>

#include <QTemporaryDir>

#include "support/picture_files.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;
using namespace strata::testing;

namespace {

PictureRead pictureFrom(const QByteArray& bytes) {
    return *readPicture(bytes, PictureDetail::normal);
}

}  // namespace

class PictureStoreTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_kept_picture_comes_back_after_a_restart() {
        const QTemporaryDir folder;
        QString hash;
        {
            PictureStore store(folder.filePath("pictures"));
            hash = store.keep(pictureFrom(encoded(scene({96, 64}), "png")), PictureKeeping::on_disk).value();
        }
        const PictureStore store(folder.filePath("pictures"));
        const auto picture = store.load(hash);
        QVERIFY(picture);
        QCOMPARE((*picture)->width, 96);
        QCOMPARE((*picture)->height, 64);
        QCOMPARE((*picture)->rgb.size(), std::size_t{96 * 64 * 3});
        QVERIFY((*picture)->rgb[0] > 200 && (*picture)->rgb[1] < 50 && (*picture)->rgb[2] < 50);  // red at the top left
        QVERIFY(*store.load(hash) == *picture);  // shared, not read twice
    }

    void nothing_of_place_and_camera_is_kept() {
        const QTemporaryDir folder;
        PictureStore store(folder.path());
        for (const QByteArray& bytes :
             {turnedJpeg({96, 64}, 6), turnedPng({96, 64}, 6), turnedWebp({96, 64}, 6), turnedJpeg({3000, 2000}, 1)}) {
            const auto hash = store.keep(pictureFrom(bytes), PictureKeeping::on_disk);
            QVERIFY(hash);
            QFile file(folder.filePath(*hash));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray kept = file.readAll();
            for (const QByteArray& secret : secretsOfExif()) {
                QVERIFY(bytes.contains(secret) || secret == "Exif");
                QVERIFY(!kept.contains(secret));
            }
        }
    }

    void only_its_user_can_read_a_file() {
        const QTemporaryDir folder;
        PictureStore store(folder.filePath("pictures"));
        const auto hash = store.keep(pictureFrom(encoded(scene({8, 8}), "png")), PictureKeeping::on_disk);
        QVERIFY(hash);
        const auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther |
                            QFileDevice::WriteOther | QFileDevice::ExeGroup | QFileDevice::ExeOther;
        QVERIFY((QFile::permissions(folder.filePath("pictures/" + *hash)) & others) == 0);
        QVERIFY((QFile::permissions(folder.filePath("pictures")) & others) == 0);
    }

    void the_same_picture_is_kept_once() {
        const QTemporaryDir folder;
        PictureStore store(folder.path());
        const PictureRead picture = pictureFrom(encoded(scene({8, 8}), "png"));
        QCOMPARE(*store.keep(picture, PictureKeeping::on_disk), *store.keep(picture, PictureKeeping::on_disk));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
    }

    void a_file_that_was_changed_or_is_gone_is_told_apart() {
        const QTemporaryDir folder;
        PictureStore store(folder.path());
        const QString hash = *store.keep(pictureFrom(encoded(scene({8, 8}), "png")), PictureKeeping::on_disk);
        QFile file(folder.filePath(hash));
        QVERIFY(file.open(QIODevice::ReadWrite));
        file.seek(30);
        file.write("x");
        file.close();
        QCOMPARE(store.load(hash).error().code, ErrorCode::bad_file);
        file.remove();
        QCOMPARE(store.load(hash).error().code, ErrorCode::not_found);
        QCOMPARE(store.load("../../etc/passwd").error().code, ErrorCode::not_found);
    }

    void what_is_kept_in_memory_reaches_no_disk() {
        const QTemporaryDir folder;
        PictureStore store(folder.path());
        const auto hash = store.keep(pictureFrom(encoded(scene({8, 8}), "png")), PictureKeeping::in_memory);
        QVERIFY(hash);
        QVERIFY(store.load(*hash));
        QVERIFY(QDir(folder.path()).isEmpty());
        PictureStore nowhere{QString()};
        const auto other = nowhere.keep(pictureFrom(encoded(scene({8, 8}), "png")), PictureKeeping::on_disk);
        QVERIFY(other && nowhere.image(*other));
    }

    void only_what_no_chat_refers_to_is_removed() {
        const QTemporaryDir folder;
        PictureStore store(folder.path());
        const QString used = *store.keep(pictureFrom(encoded(scene({8, 8}), "png")), PictureKeeping::on_disk);
        const QString unused = *store.keep(pictureFrom(encoded(scene({9, 9}), "png")), PictureKeeping::on_disk);
        QFile foreign(folder.filePath("holiday.png"));
        QVERIFY(foreign.open(QIODevice::WriteOnly));
        QFile half(folder.filePath(unused + ".Xy12"));
        QVERIFY(half.open(QIODevice::WriteOnly));
        half.close();
        const QDateTime now = QDateTime::currentDateTime();
        QCOMPARE(store.removeOthers({used}, now.addSecs(-60)), 0);  // too new to judge
        QCOMPARE(store.removeOthers({used}, now.addSecs(60)), 2);
        QVERIFY(store.load(used) && !store.load(unused));
        QVERIFY(foreign.exists());
    }

    void a_place_that_cannot_be_written_gives_an_error() {
        const QTemporaryDir folder;
        QFile file(folder.filePath("file"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        PictureStore store(folder.filePath("file/pictures"));
        const auto hash = store.keep(pictureFrom(encoded(scene({8, 8}), "png")), PictureKeeping::on_disk);
        QVERIFY(!hash);
        QCOMPARE(hash.error().code, ErrorCode::io_error);
    }

    void a_folder_that_is_only_read_shows_its_pictures_and_is_left_as_it_is() {
        const QTemporaryDir folder;
        const auto old =
            PictureStore(folder.path()).keep(pictureFrom(encoded(scene({8, 8}), "png")), PictureKeeping::on_disk);
        PictureStore store(folder.path(), PictureStore::Access::read);
        QVERIFY(store.image(*old));
        const auto fresh = store.keep(pictureFrom(encoded(scene({9, 9}), "png")), PictureKeeping::on_disk);
        QVERIFY(fresh && store.image(*fresh));
        QVERIFY(!QFile::exists(folder.filePath(*fresh)));
        QCOMPARE(store.removeOthers({}, QDateTime::currentDateTime().addDays(1)), 0);
        QVERIFY(QFile::exists(folder.filePath(*old)));
        QVERIFY(!PictureStore(folder.path(), PictureStore::Access::none).image(*old));
    }

    void only_its_own_kinds_of_file_are_taken_as_they_are() {
        PictureStore store{QString()};
        QVERIFY(store.keepStored(encoded(scene({8, 8}), "png"), PictureKeeping::on_disk));
        QVERIFY(!store.keepStored(encoded(scene({8, 8}), "bmp"), PictureKeeping::on_disk));
        QCOMPARE(store.keepStored("nonsense", PictureKeeping::on_disk).error().code, ErrorCode::bad_file);
    }
};

STRATA_TEST(PictureStoreTest);

#include "picture_store_test.moc"
