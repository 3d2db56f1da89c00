#include "app/api/generation_job.h"

#include <QtTest/QtTest>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>

#include "app/api/server_routes.h"
#include "support/fake_desk.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app::api;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
using strata::testing::FakeDesk;

namespace {

/// A picture of one pixel.
const std::string kPixel =
    "data:image/png;base64,"
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGM4ISeHFTEMLQkAkL9BAbKfPiIAAAAASUVORK5CYII=";

/// Writes down what one client gets, and when.
class Channel final : public AnswerChannel {
public:
    explicit Channel(std::function<steady_clock::time_point()> clock) : clock_(std::move(clock)) {}

    void send(HttpAnswer answer) override {
        leave = nullptr;
        sent = std::move(answer.body);
    }
    void refuse(const ApiError& error) override {
        leave = nullptr;
        refused = QString::fromUtf8(codeOf(error.kind).data());
    }
    void beginStream(const std::vector<Header>&) override { streams = true; }
    void write(std::string events) override { writes.emplace_back(clock_(), std::move(events)); }
    void endStream(bool) override {
        leave = nullptr;
        ended = true;
    }
    void onGone(std::function<void()> gone) override { leave = std::move(gone); }

    std::string sent;
    QString refused;
    bool streams = false, ended = false;
    std::vector<std::pair<steady_clock::time_point, std::string>> writes;
    std::function<void()> leave;  ///< until it is answered, as the server's own: it holds whoever answers

private:
    std::function<steady_clock::time_point()> clock_;
};

/// The routes before a desk that the test plays; the test's thread stands for the server's.
class Bench {
public:
    Bench() {
        desk.takes_requests = true;
        parts_ = std::make_shared<GenerationParts>();
        parts_->desk = &desk;
        parts_->executor = context_.get_executor();
        parts_->pool = &pool_;
        parts_->clock = [this] { return now; };
        parts_->look = milliseconds(1);
    }
    ~Bench() {
        pool_.join();
        desk.listener.reset();  // before the context that its clock runs on
        for (const auto& channel : channels_) {
            channel->leave = nullptr;
        }
    }

    /// Sends a request, until it is queued or answered.
    std::shared_ptr<Channel> ask(const std::string& path, const std::string& body) {
        auto channel = std::make_shared<Channel>(parts_->clock);
        channels_.push_back(channel);
        auto http = std::make_shared<HttpRequest>();
        http->path = path;
        http->body = body;
        http->style = path.starts_with("/v1/messages") ? Style::anthropic : Style::openai;
        desk.listener.reset();
        for (const Route& route : generationRoutes(parts_)) {
            if (route.path == path) {
                route.handler(http, channel);
            }
        }
        while (!desk.listener && channel->refused.isEmpty() && channel->sent.empty()) {
            step();
        }
        return channel;
    }
    /// Does the next thing that is to be done, and waits for it.
    void step() {
        context_.restart();
        context_.run_one();
    }

    FakeDesk desk;
    steady_clock::time_point now{std::chrono::hours(1)};

private:
    boost::asio::io_context context_;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{context_.get_executor()};
    boost::asio::thread_pool pool_{1};
    std::shared_ptr<GenerationParts> parts_;
    std::vector<std::shared_ptr<Channel>> channels_;
};

std::string chatWith(const std::string& picture) {
    return R"({"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":")" + picture +
           R"("}}]}]})";
}

std::string messageWith(const std::string& picture) {
    return R"({"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64",)"
           R"("media_type":"image/png","data":")" +
           picture.substr(picture.find(',') + 1) + R"("}}]}]})";
}

}  // namespace

class GenerationJobTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_minute_of_reading_is_never_silent_for_longer_than_five_seconds_data() {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("keeps");
        const QByteArray messages = R"({"stream":true,"messages":[{"role":"user","content":"Hi"}]})";
        QTest::newRow("chat") << QByteArray("/v1/chat/completions") << messages << QByteArray(": keep-alive\n\n");
        QTest::newRow("completions") << QByteArray("/v1/completions") << QByteArray(R"({"stream":true,"prompt":"Hi"})")
                                     << QByteArray(": keep-alive\n\n");
        QTest::newRow("messages") << QByteArray("/v1/messages") << messages << QByteArray("event: ping\n");
        QTest::newRow("responses") << QByteArray("/v1/responses") << QByteArray(R"({"stream":true,"input":"Hi"})")
                                   << QByteArray(": keep-alive\n\n");
    }
    /// The engine reports its progress all the time; that alone keeps no client.
    void a_minute_of_reading_is_never_silent_for_longer_than_five_seconds() {
        QFETCH(const QByteArray, path);
        QFETCH(const QByteArray, body);
        QFETCH(const QByteArray, keeps);
        constexpr int kMinute = 60'000, kStep = 250, kLongest = 5'000;
        Bench bench;
        const auto channel = bench.ask(path.toStdString(), body.toStdString());
        QVERIFY(channel->streams);
        QVERIFY(!channel->writes.empty());
        channel->writes.resize(1);
        for (int passed = 0; passed < kMinute; passed += kStep) {
            bench.now += milliseconds(kStep);
            bench.desk.listener->takeEvents({PromptProgress{passed + 1, kMinute, {}, 0}});
            bench.step();
        }
        int kept = 0;
        for (std::size_t i = 1; i < channel->writes.size(); ++i) {
            QVERIFY(channel->writes[i].first - channel->writes[i - 1].first <= milliseconds(kLongest));
            kept += channel->writes[i].second.starts_with(keeps.constData()) ? 1 : 0;
        }
        QVERIFY(bench.now - channel->writes.back().first < milliseconds(kLongest));
        QCOMPARE(channel->writes.size(), std::size_t{1 + kMinute / kLongest});
        // Every third one is an event that clients of Responses count.
        QCOMPARE(kept, path == "/v1/responses" ? 8 : 12);
        bench.desk.listener->takeEvents({PromptRead{0, kMinute}, TextDelta{"Hello"}});
        QVERIFY(channel->writes.back().second.find("Hello") != std::string::npos);
        bench.desk.listener->takeEnd({});
        QVERIFY(channel->ended);
    }

    void who_waits_is_told_how_many_are_before() {
        Bench bench;
        bench.desk.queued_before = 2;
        const auto channel =
            bench.ask("/v1/chat/completions", R"({"stream":true,"messages":[{"role":"user","content":"Hi"}]})");
        bench.now += std::chrono::seconds(5);
        bench.step();
        QCOMPARE(channel->writes.back().second, std::string(": queued 2\n\n"));
    }

    void an_answer_without_a_stream_says_nothing_before_it_is_whole() {
        Bench bench;
        const auto channel = bench.ask("/v1/chat/completions", R"({"messages":[{"role":"user","content":"Hi"}]})");
        bench.now += std::chrono::seconds(60);
        bench.step();
        QVERIFY(channel->writes.empty());
        bench.desk.listener->takeEvents({TextDelta{"Hello"}});
        QVERIFY(channel->sent.empty());
        bench.desk.listener->takeEnd({});
        QVERIFY(channel->sent.find("Hello") != std::string::npos);
    }

    void a_client_that_leaves_stops_its_request() {
        Bench bench;
        const auto channel = bench.ask("/v1/chat/completions", R"({"messages":[{"role":"user","content":"Hi"}]})");
        std::exchange(channel->leave, nullptr)();
        QCOMPARE(bench.desk.cancelled, std::vector<app::RequestId>{1});
        bench.desk.listener->takeEvents({TextDelta{"Hello"}});
        bench.desk.listener->takeEnd({});
        QVERIFY(channel->sent.empty());
    }

    void the_models_state_is_told_before_anything_about_pictures() {
        Bench bench;
        bench.desk.view.chosen->sees_pictures = false;
        bench.desk.refused = ApiError{ErrorKind::model_load_failed, "it is damaged"};
        for (const std::string& picture :
             {kPixel, std::string("data:image/png;base64,AAAA"), std::string("https://pictures.example/a.png")}) {
            QCOMPARE(bench.ask("/v1/chat/completions", chatWith(picture))->refused, QString("model_load_failed"));
        }
        bench.desk.refused.reset();
        QCOMPARE(bench.ask("/v1/chat/completions", chatWith(kPixel))->refused, QString("unsupported_content"));
        bench.desk.view.chosen->sees_pictures = true;
        QCOMPARE(bench.ask("/v1/chat/completions", chatWith("data:image/png;base64,AAAA"))->refused,
                 QString("invalid_image"));
        QCOMPARE(bench.ask("/v1/chat/completions", chatWith(kPixel))->refused, QString());
    }

    /// Whether a model can see is only known for sure while it is loaded.
    void a_model_that_is_not_loaded_is_asked_about_pictures_by_its_file() {
        Bench bench;
        bench.desk.view.chosen->sees_pictures.reset();
        QCOMPARE(bench.ask("/v1/chat/completions", chatWith(kPixel))->refused, QString());
    }

    void pictures_count_when_tokens_are_counted() {
        Bench bench;
        bench.desk.view.chosen->sees_pictures = true;
        QCOMPARE(bench.ask("/v1/messages/count_tokens", messageWith(kPixel))->sent,
                 std::string(R"({"input_tokens":11})"));
        bench.desk.view.chosen->sees_pictures = false;
        QCOMPARE(bench.ask("/v1/messages/count_tokens", messageWith(kPixel))->refused, QString("unsupported_content"));
    }
};

STRATA_TEST(GenerationJobTest);

#include "generation_job_test.moc"
