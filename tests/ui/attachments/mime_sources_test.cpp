#include "ui/attachments/mime_sources.h"

#include <QtTest/QtTest>

#include <QImage>
#include <QMimeData>
#include <QUrl>

#include "support/picture_files.h"
#include "support/test_registry.h"

using namespace strata::ui;
using namespace strata::testing;

class MimeSourcesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void picture_data_comes_before_the_address_of_it() {
        QMimeData data;
        const QByteArray png = encoded(scene({8, 8}), "png");
        data.setData("image/png", png);
        data.setUrls({QUrl("https://example.org/cat.jpg")});
        data.setHtml("<img src='https://example.org/cat.jpg'>");
        data.setText("https://example.org/cat.jpg");
        const Brought brought = broughtBy(data);
        QCOMPARE(brought.sources.size(), std::size_t{1});
        QCOMPARE(brought.sources[0].bytes, png);
        QCOMPARE(brought.sources[0].name, QString("cat.jpg"));
        QVERIFY(brought.text.isEmpty() && !brought.only_address);
    }

    void an_image_without_bytes_is_taken_as_it_is() {
        QMimeData data;
        data.setImageData(scene({8, 8}));
        const Brought brought = broughtBy(data);
        QCOMPARE(brought.sources.size(), std::size_t{1});
        // Qt offers an image in every format that it can write.
        QVERIFY(!brought.sources[0].bytes.isEmpty() || !brought.sources[0].image.isNull());
    }

    void local_files_are_taken_in_their_order() {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile("/tmp/b.png"), QUrl::fromLocalFile("/tmp/a.txt")});
        const Brought brought = broughtBy(data);
        QCOMPARE(brought.sources.size(), std::size_t{2});
        QCOMPARE(brought.sources[0].path, QString("/tmp/b.png"));
        QCOMPARE(brought.sources[1].name, QString("a.txt"));
    }

    void a_bare_address_of_a_picture_is_known_as_such() {
        QMimeData data;
        data.setUrls({QUrl("https://example.org/cat.jpg?size=2")});
        data.setText("https://example.org/cat.jpg?size=2");
        QVERIFY(broughtBy(data).only_address);
        QCOMPARE(previewOf(data).refused, QString("Copy the picture itself and paste it"));
    }

    void an_address_of_a_page_and_other_text_are_text() {
        QMimeData address;
        address.setUrls({QUrl("https://example.org/")});
        address.setText("https://example.org/");
        QCOMPARE(broughtBy(address).text, QString("https://example.org/"));
        QMimeData text;
        text.setText("hello");
        QCOMPARE(broughtBy(text).text, QString("hello"));
        QCOMPARE(previewOf(text).accepted, QString("Insert text"));
    }

    void the_preview_counts_what_will_be_added_and_names_what_cannot() {
        QMimeData data;
        data.setUrls(
            {QUrl::fromLocalFile("/a/1.jpg"), QUrl::fromLocalFile("/a/2.PNG"), QUrl::fromLocalFile("/a/report.pdf")});
        QCOMPARE(previewOf(data).accepted, QString("Add 2 pictures"));
        QCOMPARE(previewOf(data).refused, QString("Cannot use: report.pdf"));
        data.setUrls({QUrl::fromLocalFile("/a/report.pdf")});
        QVERIFY(previewOf(data).accepted.isEmpty());
        data.setUrls({QUrl::fromLocalFile("/a/main.cpp"), QUrl::fromLocalFile("/a/2.png")});
        QCOMPARE(previewOf(data).accepted, QString("Add 2 files"));
    }
};

STRATA_TEST(MimeSourcesTest);

#include "mime_sources_test.moc"
