#include "app/remote/event_stream_reader.h"

#include <QtTest/QtTest>

#include "support/test_registry.h"

using namespace strata::app;

namespace {

using Events = std::vector<std::string>;

Events readInParts(const std::string& stream, std::size_t part) {
    EventStreamReader reader;
    Events all;
    for (std::size_t at = 0; at < stream.size(); at += part) {
        const auto events = reader.feed(std::string_view(stream).substr(at, part));
        if (events) {
            all.insert(all.end(), events->begin(), events->end());
        }
    }
    return all;
}

}  // namespace

class EventStreamReaderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void finds_the_same_events_wherever_the_bytes_are_cut() {
        const std::string stream =
            "\xEF\xBB\xBF"
            "data: one\n\n: keep-alive\n\nevent: x\nid: 3\ndata:two\r\n\r\ndata: a\ndata:  b\n\n"
            "data\n\nretry: 5\rdata: \xC3\xBC\r\rnonsense\n\ndata: open";
        const Events expected{"one", "two", "a\n b", "", "\xC3\xBC"};
        for (std::size_t part = 1; part <= stream.size(); ++part) {
            QVERIFY2(readInParts(stream, part) == expected, qPrintable(QString::number(part)));
        }
    }

    void an_endless_line_is_refused() {
        EventStreamReader reader;
        const std::string much(EventStreamReader::kLongestLine, 'x');
        QVERIFY(reader.feed(much));
        QVERIFY(!reader.feed("x"));
    }

    void an_endless_event_is_refused() {
        EventStreamReader reader;
        const std::string line = "data: " + std::string(std::size_t{1} << 20, 'x') + "\n";
        bool refused = false;
        for (std::size_t sent = 0; sent <= EventStreamReader::kLongestEvent && !refused; sent += line.size() - 7) {
            refused = !reader.feed(line);
        }
        QVERIFY(refused || !reader.feed(line));
    }
};

STRATA_TEST(EventStreamReaderTest);

#include "event_stream_reader_test.moc"
