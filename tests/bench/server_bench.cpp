// Load on the local server: how a stream and /health fare beside idle connections, half-sent heads and clients that do
// not read. Server and clients are in this one process, so memory is that of both. Prints JSON lines.

#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>
#include <CLI/CLI.hpp>

#include "app/api/api_server.h"
#include "app/api/open_files.h"
#include "app/api/server_meters.h"
#include "app/api/status_routes.h"
#include "support/fake_desk.h"
#include "support/raw_client.h"

namespace {

namespace asio = boost::asio;
namespace api = strata::app::api;
using asio::ip::tcp;
using Clock = std::chrono::steady_clock;
using strata::testing::getRequest;
using strata::testing::postRequest;

constexpr std::chrono::milliseconds kPace{10};  ///< between the events of a stream

double millisecondsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Resident memory of this process in MiB; 0: not known.
double residentMib() {
    std::ifstream file("/proc/self/statm");
    double pages = 0, resident = 0;
    file >> pages >> resident;
    return resident * 4096 / (1 << 20);
}

/// Writes an event every 10 ms for as long as somebody listens.
class Ticker : public std::enable_shared_from_this<Ticker> {
public:
    Ticker(const asio::any_io_executor& executor, std::shared_ptr<api::AnswerChannel> channel, std::size_t bytes)
        : timer_(executor), channel_(std::move(channel)), event_("data: " + std::string(bytes, 'x') + "\n\n") {}

    void start() {
        channel_->onGone([self = weak_from_this()] {
            if (const auto ticker = self.lock()) {
                ticker->gone_ = true;
            }
        });
        channel_->beginStream({});
        next_ = Clock::now();
        tick();
    }

private:
    void tick() {
        if (gone_) {
            return;
        }
        channel_->write(event_);
        next_ += kPace;
        timer_.expires_at(next_);
        timer_.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
            if (!error) {
                self->tick();
            }
        });
    }

    asio::steady_timer timer_;
    std::shared_ptr<api::AnswerChannel> channel_;
    std::string event_;
    Clock::time_point next_;
    bool gone_ = false;
};

/// Clients that only hold their connections.
class Crowd {
public:
    explicit Crowd(std::uint16_t port) : server_(asio::ip::address_v4::loopback(), port) {}

    void add(int count, const std::string& bytes, int receive_buffer = 0) {
        for (int i = 0; i < count; ++i) {
            tcp::socket socket(context_);
            socket.open(tcp::v4());
            if (receive_buffer > 0) {
                socket.set_option(asio::socket_base::receive_buffer_size(receive_buffer));
            }
            socket.connect(server_);
            asio::write(socket, asio::buffer(bytes));
            sockets_.push_back(std::move(socket));
        }
    }
    void leave() { sockets_.clear(); }

private:
    asio::io_context context_;
    tcp::endpoint server_;
    std::vector<tcp::socket> sockets_;
};

double percentile(std::vector<double> values, double share) {
    if (values.empty()) {
        return 0;
    }
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

/// Reads a stream for a while beside asking for /health, and prints how both fared.
void measure(const std::string& what, std::uint16_t port, api::ApiServer& server, int events) {
    std::vector<double> gaps, waits;
    std::jthread reader([&] {
        strata::testing::RawClient client(port);
        client.send(postRequest("/v1/stream", "{}"));
        client.readUntil("\n\n\r\n");
        auto last = Clock::now();
        for (int i = 0; i < events; ++i) {
            client.readUntil("\n\n\r\n");
            gaps.push_back(millisecondsSince(last));
            last = Clock::now();
        }
    });
    strata::testing::RawClient client(port);
    for (int i = 0; i < events / 10; ++i) {
        const auto start = Clock::now();
        client.send(getRequest("/health"));
        client.reply();
        waits.push_back(millisecondsSince(start));
        std::this_thread::sleep_for(kPace * 5);
    }
    reader.join();
    double sum = 0;
    for (const double gap : gaps) {
        sum += gap;
    }
    fmt::print(
        "{{\"bench\": \"{}\", \"connections\": {}, \"stream_ms_per_event\": {:.3f}, \"stream_gap_p99_ms\": {:.2f}, "
        "\"stream_gap_max_ms\": {:.2f}, \"health_p50_ms\": {:.3f}, \"health_p99_ms\": {:.2f}, "
        "\"health_max_ms\": {:.2f}, \"resident_mib\": {:.1f}}}\n",
        what, server.connectionCount(), sum / static_cast<double>(gaps.size()), percentile(gaps, 0.99),
        percentile(gaps, 1), percentile(waits, 0.5), percentile(waits, 0.99), percentile(waits, 1), residentMib());
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App arguments("Load on the local server");
    int events = 1'000;
    arguments.add_option("--events", events, "events of the measured stream, 10 ms apart");
    CLI11_PARSE(arguments, argc, argv);

    api::allowOpenFiles(8'192);
    strata::testing::FakeDesk desk;
    api::ServerMeters meters;
    api::ApiServer server;
    const auto streaming = [&server](std::size_t bytes) {
        return [&server, bytes](const std::shared_ptr<const api::HttpRequest>&,
                                const std::shared_ptr<api::AnswerChannel>& channel) {
            std::make_shared<Ticker>(server.executor(), channel, bytes)->start();
        };
    };
    std::vector<api::Route> routes = api::statusRoutes({&desk, &meters});
    routes.push_back({.path = "/v1/stream", .verb = api::Verb::post, .handler = streaming(200)});
    routes.push_back({.path = "/v1/flood", .verb = api::Verb::post, .handler = streaming(2'000)});
    api::ServerOptions options;
    options.port = 0;
    const auto at = server.start(options, std::move(routes));
    if (!at) {
        fmt::print(stderr, "{}\n", at.error().message);
        return 1;
    }
    measure("alone", at->port, server, events);
    Crowd crowd(at->port);
    crowd.add(1'000, getRequest("/health"));
    measure("1000 idle", at->port, server, events);
    crowd.add(50, postRequest("/v1/flood", "{}"), 4'096);
    measure("1000 idle, 50 that do not read", at->port, server, events);
    crowd.leave();
    std::this_thread::sleep_for(std::chrono::seconds(1));
    crowd.add(1'000, "GET /health HTTP/1.1\r\nHost: loc");
    measure("1000 half-sent heads", at->port, server, events);
    crowd.leave();
    std::this_thread::sleep_for(std::chrono::seconds(1));
    measure("alone again", at->port, server, events);
    const auto start = Clock::now();
    server.stop();
    fmt::print("{{\"bench\": \"stop\", \"ms\": {:.1f}}}\n", millisecondsSince(start));
    return 0;
}
