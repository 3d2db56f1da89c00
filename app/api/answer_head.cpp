#include "app/api/answer_head.h"

#include <algorithm>
#include <array>
#include <random>
#include <string_view>

#include <fmt/format.h>
#include <boost/beast/http/status.hpp>

namespace strata::app::api {
namespace {

using std::string_view_literals::operator""sv;

void add(std::string& out, std::string_view name, std::string_view value) {
    const auto copy = [&out](std::string_view text) {
        std::ranges::copy_if(text, std::back_inserter(out),
                             [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F; });
    };
    copy(name);
    out += ": ";
    copy(value);
    out += "\r\n";
}

std::string begin(int status, const AnswerFrame& frame) {
    const auto reason = boost::beast::http::obsolete_reason(static_cast<boost::beast::http::status>(status));
    std::string out = fmt::format("HTTP/1.1 {} {}\r\n", status, std::string_view(reason.data(), reason.size()));
    add(out, "Date", httpDate(std::chrono::system_clock::now()));
    add(out, "Server", "Strata-Desktop");
    add(out, "x-request-id", frame.request_id);
    if (frame.style == Style::anthropic) {
        add(out, "request-id", frame.request_id);
    }
    for (const auto& [name, value] : frame.cors) {
        add(out, name, value);
    }
    if (frame.closes) {
        add(out, "Connection", "close");
    } else {
        add(out, "Connection", "keep-alive");
        add(out, "Keep-Alive", fmt::format("timeout={}", frame.keeps_seconds));
    }
    return out;
}

}  // namespace

std::string wholeHead(const HttpAnswer& answer, const AnswerFrame& frame) {
    std::string out = begin(answer.status, frame);
    add(out, "Cache-Control", "no-store");
    for (const auto& [name, value] : answer.headers) {
        add(out, name, value);
    }
    constexpr int kNoContent = 204;
    if (answer.status != kNoContent) {
        add(out, "Content-Type", answer.type);
        add(out, "Content-Length", std::to_string(answer.body.size()));
    }
    return out + "\r\n";
}

std::string streamHead(const std::vector<Header>& headers, const AnswerFrame& frame, bool is_chunked) {
    std::string out = begin(200, frame);
    add(out, "Cache-Control", "no-cache");
    add(out, "Content-Type", "text/event-stream; charset=utf-8");
    add(out, "X-Accel-Buffering", "no");
    if (is_chunked) {
        add(out, "Transfer-Encoding", "chunked");
    }
    for (const auto& [name, value] : headers) {
        add(out, name, value);
    }
    return out + "\r\n";
}

HttpAnswer errorAnswer(const ApiError& error, Style style, std::string_view request_id) {
    HttpAnswer out;
    out.status = statusOf(error.kind);
    out.body = errorBody(error, style, request_id);
    if (const auto seconds = retryAfterOf(error)) {
        out.headers.emplace_back("Retry-After", std::to_string(*seconds));
    }
    if (!mayRetry(error.kind)) {
        out.headers.emplace_back("x-should-retry", "false");
    }
    if (error.kind == ErrorKind::invalid_api_key) {
        out.headers.emplace_back("WWW-Authenticate", "Bearer");
    }
    return out;
}

std::string newRequestId() {
    // They only tell requests apart; nothing is to be hidden in them.
    thread_local std::mt19937_64 source{std::random_device{}()};
    return fmt::format("req_{:016x}{:08x}", source(), source() & 0xFFFFFFFFU);
}

std::string httpDate(std::chrono::system_clock::time_point time) {
    // By hand, as the library's names of days depend on the person's language.
    constexpr std::array kDays = {"Sun"sv, "Mon"sv, "Tue"sv, "Wed"sv, "Thu"sv, "Fri"sv, "Sat"sv};
    constexpr std::array kMonths = {"Jan"sv, "Feb"sv, "Mar"sv, "Apr"sv, "May"sv, "Jun"sv,
                                    "Jul"sv, "Aug"sv, "Sep"sv, "Oct"sv, "Nov"sv, "Dec"sv};
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::seconds>(time - day));
    return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT", kDays.at(std::chrono::weekday(day).c_encoding()),
                       static_cast<unsigned>(date.day()), kMonths.at(static_cast<unsigned>(date.month()) - 1),
                       static_cast<int>(date.year()), clock.hours().count(), clock.minutes().count(),
                       clock.seconds().count());
}

}  // namespace strata::app::api
