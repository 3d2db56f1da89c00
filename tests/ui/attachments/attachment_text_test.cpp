#include "ui/attachments/attachment_text.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata;
using namespace strata::ui;

class AttachmentTextTest : public QObject {
    Q_OBJECT

    static QString problem(app::PictureFault fault, const QString& kind = {}, double amount = 0, double limit = 0) {
        return attachmentProblem({app::ImportProblem::Kind::picture,
                                  "photo.x",
                                  {fault, {app::ContentKind::other_picture, kind}, amount, limit, {}},
                                  {}});
    }

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void refusals_name_the_file_the_kind_and_the_limit() {
        QCOMPARE(problem(app::PictureFault::other_kind, "HEIC"),
                 QString("photo.x is a HEIC photo, which Strata cannot open here. Save it as JPEG, or copy it from the "
                         "photo app and paste."));
        QVERIFY(problem(app::PictureFault::other_kind, "SVG").startsWith("photo.x is a SVG picture"));
        QCOMPARE(problem(app::PictureFault::too_big, "PNG", 420, 200),
                 QString("photo.x is 420 megapixels. The limit is 200."));
        QVERIFY(problem(app::PictureFault::too_big, "GIF", 40, 15).contains("The limit for a GIF picture"));
        QCOMPARE(problem(app::PictureFault::damaged), QString("photo.x is damaged or not a picture."));
        QCOMPARE(attachmentProblem({app::ImportProblem::Kind::not_taken,
                                    "report.pdf",
                                    {app::PictureFault::other_kind, {app::ContentKind::document, "PDF"}, 0, 0, {}},
                                    {}}),
                 QString("Strata can take pictures and plain text. report.pdf is a PDF file."));
    }

    void a_chip_says_how_a_picture_was_shrunk() {
        Attachment one;
        one.kind = Attachment::Kind::picture;
        one.picture = {"hash", "a.jpg", 1182, 886, 4032, 3024};
        QCOMPARE(attachmentDetails(one), QString("4032×3024 → 1182×886"));
        one.picture = {"hash", "a.gif", 64, 48, 64, 48};
        one.more_frames = true;
        QCOMPARE(attachmentDetails(one), QString("64×48, first frame"));
    }

    void a_chip_says_how_long_a_text_is() {
        Attachment one;
        one.kind = Attachment::Kind::text;
        one.pasted = true;
        one.text = QString(412'000, 'a');
        QCOMPARE(attachmentName(one), QString("Pasted text"));
        QCOMPARE(attachmentDetails(one), QString("412 kB, about 98000 pieces"));
    }
};

STRATA_TEST(AttachmentTextTest);

#include "attachment_text_test.moc"
