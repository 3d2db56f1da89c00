#include "app/api/request_reader.h"

#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>

#include "app/api/header_text.h"

namespace strata::app::api {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;

/// Bytes of a chunk's first line, or of all trailers, that the parser may want to see together.
constexpr std::size_t kChunkLinesLimit = 16 << 10;
/// More than RawHead lets pass, so that its limits are the ones that count.
constexpr std::uint32_t kParserHeadLimit = 64 << 10;

std::string_view textOf(const beast::flat_buffer& buffer) {
    const auto data = buffer.cdata();
    return {static_cast<const char*>(data.data()), data.size()};
}

std::string_view viewOf(beast::string_view text) {
    return {text.data(), text.size()};
}

/// A body in memory that grows as it comes, however much was announced.
struct GrowingBody {
    struct value_type {
        std::string bytes;
        bool is_kept = true;
    };

    class reader {
    public:
        template <bool isRequest, class Fields>
        reader(http::header<isRequest, Fields>&, value_type& body) : body_(body) {}

        void init(const boost::optional<std::uint64_t>&, beast::error_code& error) { error = {}; }

        template <class Buffers>
        std::size_t put(const Buffers& buffers, beast::error_code& error) {
            error = {};
            const std::size_t size = boost::asio::buffer_size(buffers);
            if (body_.is_kept) {
                const std::size_t before = body_.bytes.size();
                body_.bytes.resize(before + size);
                boost::asio::buffer_copy(boost::asio::buffer(body_.bytes.data() + before, size), buffers);
            }
            return size;
        }

        void finish(beast::error_code& error) { error = {}; }

    private:
        value_type& body_;
    };
};

}  // namespace

struct RequestReader::Parsing {
    http::request_parser<GrowingBody> parser;
};

RequestReader::RequestReader() = default;
RequestReader::~RequestReader() = default;

RequestReader::State RequestReader::refuse(ErrorKind kind, std::string message) {
    fault_ = ApiError{kind, std::move(message)};
    return State::faulty;
}

RequestReader::State RequestReader::takeHead(beast::flat_buffer& received) {
    const std::string_view bytes = textOf(received);
    switch (raw_.scan(bytes)) {
        case RawHead::State::incomplete:
            return State::incomplete;
        case RawHead::State::faulty:
            head_.target = targetIn(bytes);
            fault_ = raw_.fault();
            return State::faulty;
        case RawHead::State::complete:
            break;
    }
    parsing_ = std::make_unique<Parsing>();
    auto& parser = parsing_->parser;
    parser.eager(false);
    parser.header_limit(kParserHeadLimit);
    parser.body_limit(boost::none);  // whether it is too large is asked later, when the caller is known
    beast::error_code error;
    const std::size_t taken = parser.put(boost::asio::buffer(bytes.data(), raw_.size()), error);
    if (error || taken != raw_.size() || !parser.is_header_done()) {
        head_.target = targetIn(bytes);
        return refuse(ErrorKind::bad_request, "the request's head is not valid HTTP");
    }
    fillHead();
    received.consume(taken);
    return State::complete;
}

void RequestReader::fillHead() {
    const auto& message = parsing_->parser.get();
    head_.method = viewOf(message.method_string());
    head_.target = viewOf(message.target());
    for (const auto& field : message) {
        head_.headers.emplace_back(viewOf(field.name_string()), viewOf(field.value()));
    }
    head_.is_http10 = message.version() < 11;
    head_.stays_open = parsing_->parser.keep_alive() && !head_.is_http10;
    head_.is_chunked = parsing_->parser.chunked();
    head_.length = parsing_->parser.content_length().value_or(0);
}

void RequestReader::expectBody(Body body, std::uint64_t limit) {
    parsing_->parser.get().body().is_kept = body == Body::kept;
    parsing_->parser.body_limit(limit);
    parsing_->parser.eager(true);
}

RequestReader::State RequestReader::takeBody(beast::flat_buffer& received) {
    while (!parsing_->parser.is_done() && received.size() > 0) {
        beast::error_code error;
        const std::size_t taken = parsing_->parser.put(received.cdata(), error);
        received.consume(taken);
        if (error == http::error::need_more) {
            if (received.size() > kChunkLinesLimit) {
                return refuse(ErrorKind::bad_request, "a chunk of the body begins with too long a line");
            }
            break;
        }
        if (error == http::error::body_limit) {
            return refuse(ErrorKind::request_too_large, "the body is larger than this server takes");
        }
        if (error) {
            return refuse(ErrorKind::bad_request, "the body's chunks are not valid HTTP");
        }
    }
    return parsing_->parser.is_done() ? State::complete : State::incomplete;
}

std::uint64_t RequestReader::bodySize() const {
    return parsing_->parser.get().body().bytes.size();
}

std::string RequestReader::releaseBody() {
    return std::move(parsing_->parser.get().body().bytes);
}

}  // namespace strata::app::api
