#include "ui/attachments/attachment_desk.h"

#include <QtTest/QtTest>

#include <QClipboard>
#include <QDropEvent>
#include <QGuiApplication>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QVBoxLayout>

#include "support/picture_files.h"
#include "support/test_registry.h"
#include "ui/attachments/attachment_chip.h"
#include "ui/attachments/drop_overlay.h"
#include "ui/attachments/picture_loader.h"
#include "ui/attachments/picture_viewer.h"
#include "ui/chat/composer.h"
#include "ui/style/theme.h"

using namespace strata;
using namespace strata::ui;
using namespace strata::testing;

namespace {

/// A window with a composer and the desk that joins its ways in.
struct Table {
    Table() {
        auto* const rows = new QVBoxLayout(&window);
        rows->addWidget(&composer);
        window.resize(800, 400);
        window.show();
        static_cast<void>(QTest::qWaitForWindowActive(&window));
    }

    QString file(const QString& name, const QByteArray& bytes) const {
        QFile written(folder.filePath(name));
        written.open(QIODevice::WriteOnly);
        written.write(bytes);
        return written.fileName();
    }
    QStringList names() const {
        QStringList all;
        for (const Attachment& one : composer.attachments()->all()) {
            all.append(one.name);
        }
        return all;
    }
    QList<AttachmentChip*> chips() const {
        QList<AttachmentChip*> shown;
        for (AttachmentChip* const chip : composer.findChildren<AttachmentChip*>()) {
            if (chip->isVisible()) {
                shown.append(chip);
            }
        }
        std::sort(shown.begin(), shown.end(), [](const QWidget* a, const QWidget* b) {
            return a->x() + 10'000 * a->y() < b->x() + 10'000 * b->y();
        });
        return shown;
    }
    bool isRead() const { return !composer.attachments()->isReading(); }
    QWidget* overlay() const { return window.findChild<DropOverlay*>(); }

    void enter(const QMimeData& data) {
        QDragEnterEvent event(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &event);
    }
    void drop(const QMimeData& data) {
        enter(data);
        QDropEvent event(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &event);
    }
    void paste(QMimeData* data) {
        QGuiApplication::clipboard()->setMimeData(data);
        composer.edit()->paste();
    }

    const QTemporaryDir folder;
    const Theme theme{ThemeChoice::light};
    app::PictureStore store{QString()};
    QWidget window;
    Composer composer{&theme};
    PictureLoader loader{&store};
    AttachmentDesk desk{{&theme, &window, &composer, &loader, nullptr}};
};

}  // namespace

class AttachmentDeskTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dropped_files_become_chips_in_their_order_and_others_are_refused() {
        Table table;
        const QSignalSpy refused(&table.desk, &AttachmentDesk::refused);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(table.file("b.jpg", turnedJpeg({2400, 1800}, 6))),
                      QUrl::fromLocalFile(table.file("report.pdf", "%PDF-1.7")),
                      QUrl::fromLocalFile(table.file("a.png", encoded(scene({60, 40}), "png"))),
                      QUrl::fromLocalFile(table.file("code.py", "print(1)\n"))});
        table.drop(data);
        QTRY_VERIFY(table.isRead());
        QTRY_COMPARE(table.names(), QStringList({"b.jpg", "a.png", "code.py"}));
        QCOMPARE(refused.size(), 1);
        QCOMPARE(refused[0][0].toString(),
                 QString("Strata can take pictures and plain text. report.pdf is a PDF file."));
        const auto pictures = table.composer.attachments()->pictures();
        QCOMPARE(pictures.size(), std::size_t{2});
        QCOMPARE(pictures[0].source_width, 2400);
        QVERIFY(table.store.load(pictures[0].hash));
        QCOMPARE(table.chips().size(), 3);
        QVERIFY(table.chips()[0]->accessibleName().startsWith("Picture 1 of 3: b.jpg, 2400×1800 → "));
    }

    void what_is_dragged_over_the_window_is_announced_and_leaves_without_trace() {
        Table table;
        QVERIFY(!table.overlay()->isVisible());
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile("/a/1.png"), QUrl::fromLocalFile("/a/2.png")});
        table.enter(data);
        QVERIFY(table.overlay()->isVisible());
        QCOMPARE(table.overlay()->accessibleName(), QString("Add 2 pictures"));
        QCOMPARE(table.overlay()->size(), table.window.size());
        QDragLeaveEvent leave;
        QCoreApplication::sendEvent(&table.window, &leave);
        QVERIFY(!table.overlay()->isVisible());
        QVERIFY(table.composer.attachments()->isEmpty());
    }

    void a_dropped_text_is_inserted_and_a_bare_address_refused_with_words() {
        Table table;
        const QSignalSpy refused(&table.desk, &AttachmentDesk::refused);
        QMimeData text;
        text.setText("hello");
        table.drop(text);
        QCOMPARE(table.composer.text(), QString("hello"));
        QMimeData address;
        address.setUrls({QUrl("https://example.org/cat.png")});
        table.drop(address);
        QCOMPARE(refused.size(), 1);
        QVERIFY(refused[0][0].toString().endsWith("Copy the picture itself and paste it."));
        QCOMPARE(table.composer.text(), QString("hello"));
    }

    void a_pasted_screenshot_becomes_a_picture() {
        Table table;
        auto* const data = new QMimeData;
        data->setImageData(scene({120, 80}));
        table.paste(data);
        QTRY_VERIFY(table.isRead());
        QCOMPARE(table.composer.attachments()->pictures().size(), std::size_t{1});
        QCOMPARE(table.composer.attachments()->pictures()[0].width, 120);
        QVERIFY(table.composer.text().isEmpty());
    }

    void a_short_paste_is_typed_and_a_long_one_becomes_a_chip_that_can_go_into_the_box() {
        Table table;
        auto* const brief = new QMimeData;
        brief->setText("short");
        table.paste(brief);
        QCOMPARE(table.composer.text(), QString("short"));
        table.composer.edit()->clear();

        const QString text = QString("line of text\n").repeated(20'000);
        auto* const data = new QMimeData;
        data->setText(text);
        table.paste(data);
        QVERIFY(table.composer.text().isEmpty());
        QCOMPARE(table.chips().size(), 1);
        table.chips()[0]->findChild<QPushButton*>("showInBoxButton")->click();
        QCOMPARE(table.composer.text(), text);
        QVERIFY(table.composer.attachments()->isEmpty());
    }

    void chips_are_moved_and_removed_by_keyboard() {
        Table table;
        table.desk.addFiles({table.file("1.png", encoded(scene({8, 8}), "png")),
                             table.file("2.png", encoded(scene({9, 9}), "png")),
                             table.file("3.png", encoded(scene({10, 10}), "png"))});
        QTRY_VERIFY(table.isRead());
        AttachmentChip* const first = table.chips()[0];
        first->setFocus();
        QTest::keyClick(first, Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(table.names(), QStringList({"2.png", "1.png", "3.png"}));
        QVERIFY(first->hasFocus());
        QTest::keyClick(first, Qt::Key_Delete);
        QCOMPARE(table.names(), QStringList({"2.png", "3.png"}));
        QVERIFY(table.chips()[1]->hasFocus());  // the next one
        QTest::keyClick(table.chips()[1], Qt::Key_Delete);
        QTest::keyClick(table.chips()[0], Qt::Key_Delete);
        QVERIFY(table.composer.edit()->hasFocus());
    }

    void a_chip_is_dragged_to_another_place() {
        Table table;
        table.desk.addFiles(
            {table.file("1.png", encoded(scene({8, 8}), "png")), table.file("2.png", encoded(scene({9, 9}), "png"))});
        QTRY_VERIFY(table.isRead());
        AttachmentChip* const first = table.chips()[0];
        AttachmentChip* const second = table.chips()[1];
        QTest::mousePress(first, Qt::LeftButton, {}, QPoint(20, 20));
        QMouseEvent move(QEvent::MouseMove, QPointF(second->x() + 20, 20), QPointF(), Qt::NoButton, Qt::LeftButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(first, &move);
        QTest::mouseRelease(first, Qt::LeftButton, {}, QPoint(20, 20));
        QCOMPARE(table.names(), QStringList({"2.png", "1.png"}));
        QVERIFY(table.window.findChild<PictureViewer*>() == nullptr);
    }

    void the_ninth_picture_is_left_out_with_words() {
        Table table;
        const QSignalSpy refused(&table.desk, &AttachmentDesk::refused);
        QStringList files;
        for (int i = 0; i < 9; ++i) {
            files.append(table.file(QString::number(i) + ".png", encoded(scene({8 + i, 8}), "png")));
        }
        table.desk.addFiles(files);
        QTRY_VERIFY(table.isRead());
        QCOMPARE(table.composer.attachments()->pictures().size(), std::size_t{8});
        QCOMPARE(refused.size(), 1);
        QCOMPARE(refused[0][0].toString(), QString("A message can have up to 8 pictures. The others were left out."));
    }

    void a_message_that_is_sent_too_early_waits_for_its_pictures() {
        Table table;
        const QSignalSpy sent(&table.composer, &Composer::sendWanted);
        table.composer.setText("What is this?");
        AttachmentList* const list = table.composer.attachments();
        const quint64 place = list->add(Attachment());  // is being read
        QTest::keyClick(table.composer.edit(), Qt::Key_Return);
        QCOMPARE(sent.size(), 0);
        Attachment picture;
        picture.kind = Attachment::Kind::picture;
        picture.picture = {QString(64, 'a'), "1.png", 8, 8, 8, 8};
        list->replace(place, picture);
        QTRY_COMPARE(sent.size(), 1);
        QCOMPARE(list->pictures().size(), std::size_t{1});
    }

    void a_picture_alone_can_be_sent() {
        Table table;
        QVERIFY(!table.composer.findChild<QPushButton*>("sendButton")->isEnabled());
        table.desk.addFiles({table.file("1.png", encoded(scene({80, 80}), "png"))});
        QTRY_VERIFY(table.isRead());
        QVERIFY(table.composer.findChild<QPushButton*>("sendButton")->isEnabled());
    }

    void a_draft_shows_its_pictures_again() {
        Table table;
        table.desk.addFiles({table.file("1.png", encoded(scene({80, 80}), "png"))});
        QTRY_VERIFY(table.isRead());
        const auto pictures = table.composer.attachments()->pictures();
        Table restarted;
        const auto hash =
            restarted.store.keepStored(*table.store.bytes(pictures[0].hash), app::PictureKeeping::on_disk);
        QCOMPARE(*hash, pictures[0].hash);
        restarted.composer.attachments()->showDraft({{}, pictures});
        QCOMPARE(restarted.composer.attachments()->pictures(), pictures);
        QTRY_VERIFY(!restarted.composer.attachments()->all()[0].thumbnail.isNull());
    }
};

STRATA_TEST(AttachmentDeskTest);

#include "attachment_desk_test.moc"
