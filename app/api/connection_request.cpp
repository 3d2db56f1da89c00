#include <algorithm>
#include <exception>
#include <utility>

#include "app/api/answer.h"
#include "app/api/connection.h"
#include "app/api/header_text.h"
#include "app/api/request_target.h"

namespace strata::app::api {
namespace {

/// A request together with its share of the memory for bodies.
struct HeldRequest {
    HttpRequest request;
    std::optional<BodyShare> share;
};

const std::string* find(const std::vector<Header>& headers, std::string_view name) {
    const auto found =
        std::ranges::find_if(headers, [&](const Header& header) { return sameText(header.first, name); });
    return found == headers.end() ? nullptr : &found->second;
}

}  // namespace

void Connection::beginRequest() {
    const RequestReader::Head& head = reader_->head();
    frame_ = {newRequestId()};
    frame_.closes = !head.stays_open;
    frame_.keeps_seconds =
        static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(core_->limits.idle).count());
    is_head_only_ = head.method == "HEAD";
    is_stream_ = is_answered_ = false;
    caller_ = {{}, head.method, head.headers};
    if (const std::string* host = find(head.headers, "host")) {
        caller_.host = *host;
    }
    if (const auto error = takeTarget()) {
        refuse(*error, true);
        return;
    }
    checkHead();
}

std::optional<ApiError> Connection::takeTarget() {
    auto target = parseTarget(caller_.method, reader_->head().target);
    if (!target) {
        match_ = {};
        return target.error();
    }
    if (target->authority) {
        caller_.host = *target->authority;
    }
    match_ = core_->router.match(target->path);
    if (target->is_strange) {
        match_.route = nullptr;
    }
    query_ = std::move(target->query);
    frame_.style = match_.style;
    return std::nullopt;
}

/// Everything that the head alone decides, in the order in which callers may learn it.
void Connection::checkHead() {
    const std::string* const expected = find(caller_.headers, "expect");
    if (expected != nullptr && !sameText(*expected, "100-continue")) {
        refuseHead({ErrorKind::expectation_failed, "Expect: only 100-continue is understood"});
        return;
    }
    if (caller_.method == "OPTIONS") {
        if (const auto error = core_->rules.hostRefusal(caller_)) {
            refuseHead(*error);
            return;
        }
        frame_.cors = core_->rules.preflightHeaders(caller_, match_.is_v1);
        match_.route = nullptr;
        askForBody();
        return;
    }
    frame_.cors = core_->rules.corsHeaders(caller_, match_.is_v1);
    if (const auto error = core_->rules.refusal(caller_, match_)) {
        refuseHead(*error);
        return;
    }
    askForBody();
}

/// Answers at once. A small body that is on its way is skipped, so that the connection can go on.
void Connection::refuseHead(const ApiError& error) {
    noteRefusal(error);
    const RequestReader::Head& head = reader_->head();
    if (error.kind == ErrorKind::invalid_api_key && core_->notes.noteWrongKey(client_, Clock::now())) {
        punishment_ = error;
        state_ = State::punished;
        since_ = Clock::now();
        return;
    }
    if (!head.hasBody()) {
        refuse(error, false);
        return;
    }
    if (head.is_chunked || head.length > core_->limits.ignored_body_bytes || expectsContinue()) {
        refuse(error, true);
        return;
    }
    refuse(error, false);
    is_answered_ = true;
    reader_->expectBody(RequestReader::Body::ignored, core_->limits.ignored_body_bytes);
    state_ = State::body;
    since_ = Clock::now();
}

void Connection::noteRefusal(const ApiError& error) {
    using std::chrono_literals::operator""h;
    using std::chrono_literals::operator""min;
    const auto now = Clock::now();
    if (error.kind == ErrorKind::host_not_allowed) {
        const std::string name = quotable(caller_.host.value_or(std::string()));
        if (core_->notes.isDue("host " + name, 1h, now)) {
            core_->note(LogLevel::warning, "refused a request for the host " + name + ": not in allowed_hosts");
        }
    } else if (error.kind == ErrorKind::invalid_api_key && core_->notes.isDue("key " + client_, 1min, now)) {
        core_->note(LogLevel::warning, "refused a request from " + client_ + ": the API key is missing or wrong");
    }
}

bool Connection::expectsContinue() const {
    return !reader_->head().is_http10 && find(caller_.headers, "expect") != nullptr;
}

void Connection::askForBody() {
    const RequestReader::Head& head = reader_->head();
    const bool counts = match_.route != nullptr && match_.route->verb == Verb::post;
    const std::uint64_t limit = counts ? core_->limits.body_bytes : core_->limits.ignored_body_bytes;
    if (head.length > limit) {
        refuse({ErrorKind::request_too_large,
                "the body is larger than this server takes, which is " + std::to_string(limit >> 10) + " KiB"},
               true);
        return;
    }
    if (!head.hasBody()) {
        dispatch();
        return;
    }
    if (counts) {
        share_.emplace(core_->bodies);
    }
    reader_->expectBody(counts ? RequestReader::Body::kept : RequestReader::Body::ignored, limit);
    state_ = State::body;
    since_ = Clock::now();
    if (expectsContinue()) {
        send("HTTP/1.1 100 Continue\r\n\r\n");
    }
}

void Connection::dispatch() {
    if (match_.route == nullptr) {
        reply({.status = 204, .body = {}});
        finish();
        return;
    }
    auto held = std::make_shared<HeldRequest>();
    held->request = {frame_.request_id, caller_.method,
                     match_.path,       std::move(query_),
                     caller_.headers,   reader_->head().hasBody() && share_ ? reader_->releaseBody() : std::string(),
                     frame_.style};
    if (share_) {
        held->share.emplace(std::move(*share_));
        share_.reset();
    }
    const auto answer = std::make_shared<Answer>(weak_from_this(), socket_.get_executor());
    answer_ = answer;
    state_ = State::answering;
    try {
        match_.route->handler(std::shared_ptr<const HttpRequest>(held, &held->request), answer);
    } catch (const std::exception&) {
        core_->note(LogLevel::error, "a request failed by a fault of the program: " + match_.route->path);
        abandon();
    }
}

}  // namespace strata::app::api
