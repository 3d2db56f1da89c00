#include "app/pictures/attachment_import.h"

#include <QtTest/QtTest>

#include <QTemporaryDir>

#include "support/picture_files.h"
#include "support/test_registry.h"

using namespace strata::app;
using namespace strata::testing;

namespace {

QString written(const QTemporaryDir& folder, const QString& name, const QByteArray& bytes) {
    QFile file(folder.filePath(name));
    file.open(QIODevice::WriteOnly);
    file.write(bytes);
    return file.fileName();
}

}  // namespace

class AttachmentImportTest : public QObject {
    Q_OBJECT

    PictureStore store_{QString()};

    Imported import(const AttachmentSource& source) {
        return importAttachment(source, PictureDetail::normal, PictureKeeping::on_disk, store_);
    }
    ImportProblem problemOf(const AttachmentSource& source) {
        const Imported imported = import(source);
        return std::holds_alternative<ImportProblem>(imported) ? std::get<ImportProblem>(imported) : ImportProblem{};
    }

private Q_SLOTS:
    void a_photo_becomes_a_picture_of_the_chat() {
        const QTemporaryDir folder;
        const QString path = written(folder, "IMG_1.jpg", turnedJpeg({2400, 3200}, 6));
        const Imported imported = import({"IMG_1.jpg", path, {}, {}});
        QVERIFY(std::holds_alternative<ImportedPicture>(imported));
        const auto& picture = std::get<ImportedPicture>(imported);
        QCOMPARE(picture.picture.source_width, 2400);
        QCOMPARE(picture.picture.source_height, 3200);
        QVERIFY(picture.picture.width < 1000 && picture.picture.height < 1300);
        QCOMPARE(picture.picture.name, QString("IMG_1.jpg"));
        QCOMPARE(quartersOf(picture.thumbnail), QString("RGBW"));
        QCOMPARE(picture.thumbnail.height(), kThumbnailSide);
        const auto kept = store_.load(picture.picture.hash);
        QVERIFY(kept);
        QCOMPARE((*kept)->width, picture.picture.width);
        QCOMPARE((*kept)->height, picture.picture.height);
    }

    void an_original_is_kept_upright_and_without_secrets_if_that_is_wanted() {
        const QTemporaryDir folder;
        PictureStore store(folder.filePath("pictures"));
        const AttachmentSource source{"IMG_1.jpg", {}, turnedJpeg({2400, 3200}, 6), {}};
        const auto hashOf = [](const Imported& imported) { return std::get<ImportedPicture>(imported).picture.hash; };
        const QString dropped = hashOf(importAttachment(source, PictureDetail::normal, PictureKeeping::on_disk, store));
        QCOMPARE(*store.originalBytes(dropped), *store.bytes(dropped));
        const QString hash =
            hashOf(importAttachment(source, PictureDetail::normal, PictureKeeping::on_disk, store, Originals::kept));
        const QByteArray original = *store.originalBytes(hash);
        const QImage image = QImage::fromData(original);
        QCOMPARE(image.size(), QSize(2400, 3200));
        QCOMPARE(quartersOf(image), QString("RGBW"));
        for (const QByteArray& secret : secretsOfExif()) {
            QVERIFY(!original.contains(secret));
        }
        store.removeOthers({hash}, QDateTime::currentDateTime().addDays(1));
        QCOMPARE(*store.originalBytes(hash), original);
        store.removeOthers({}, QDateTime::currentDateTime().addDays(1));
        QVERIFY(!store.originalBytes(hash));
    }

    void source_text_of_any_encoding_is_taken_as_text() {
        const Imported plain = import({"a.cpp", {}, "int main() {\r\n}\r\n", {}});
        QCOMPARE(std::get<ImportedText>(plain), (ImportedText{"a.cpp", "int main() {\n}\n"}));
        const Imported wide = import({"b.txt", {}, QByteArray("\xff\xfeG\0r\0\xfc\0n\0", 10), {}});
        QCOMPARE(std::get<ImportedText>(wide).text, QString("Grün"));
    }

    void what_is_only_called_a_picture_is_a_damaged_one() {
        const ImportProblem problem = problemOf({"cat.png", {}, QByteArray("\x01\x02\xfe\x00\x7f\x03", 6), {}});
        QCOMPARE(problem.kind, ImportProblem::Kind::picture);
        QCOMPARE(problem.picture.fault, PictureFault::damaged);
    }

    void other_files_are_refused_by_name() {
        const ImportProblem pdf = problemOf({"report.pdf", {}, "%PDF-1.7\n", {}});
        QCOMPARE(pdf.kind, ImportProblem::Kind::not_taken);
        QCOMPARE(pdf.picture.content.name, QString("PDF"));
        const ImportProblem program = problemOf({"a.exe", {}, QByteArray("MZ\0\0\1", 5), {}});
        QCOMPARE(program.kind, ImportProblem::Kind::not_taken);
        QCOMPARE(program.picture.content.name, QString("EXE"));
        QCOMPARE(problemOf({"p.heic",
                            {},
                            QByteArray("\0\0\0\x18"
                                       "ftypheic",
                                       12),
                            {}})
                     .picture.content.name,
                 QString("HEIC"));
        QCOMPARE(problemOf({"big.log", {}, QByteArray(kLargestTextFile + 1, 'a'), {}}).kind,
                 ImportProblem::Kind::text_too_big);
    }

    void a_folder_and_a_missing_file_are_no_files() {
        const QTemporaryDir folder;
        QCOMPARE(problemOf({"folder", folder.path(), {}, {}}).kind, ImportProblem::Kind::not_read);
        QCOMPARE(problemOf({"gone", folder.filePath("gone"), {}, {}}).kind, ImportProblem::Kind::not_read);
    }
};

STRATA_TEST(AttachmentImportTest);

#include "attachment_import_test.moc"
