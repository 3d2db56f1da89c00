#include "app/api/generation_routes.h"

#include <utility>

#include <boost/asio/post.hpp>

#include "app/api/generation_job.h"
#include "app/api/picture_reading.h"

namespace strata::app::api {

ApiResult<ApiCall> readCall(const Dialect& dialect, const HttpRequest& http, const GenerationParts& parts) {
    const auto body = parseBody(http.body);
    if (!body) {
        return tl::unexpected(body.error());
    }
    RequestDefaults defaults = parts.defaults ? parts.defaults() : RequestDefaults();
    defaults.repeat_stop = parts.options.repeat_stop;
    return dialect.read(*body, http, defaults);
}

ApiResult<int> countPrompt(ApiCall& call, const GenerationParts& parts) {
    if (const auto read = decodePictures(call, parts.options.fetch_pictures); !read) {
        return tl::unexpected(read.error());
    }
    auto counted = parts.desk->countTokens(call.request);
    if (!counted && counted.error().kind == ErrorKind::unsupported_content && !call.pictures.empty()) {
        counted.error().param = call.pictures.front().param;
    }
    return counted;
}

Handler generationHandler(const Dialect& dialect, std::shared_ptr<const GenerationParts> parts) {
    return [&dialect, parts = std::move(parts)](std::shared_ptr<const HttpRequest> http,
                                                std::shared_ptr<AnswerChannel> channel) {
        std::make_shared<GenerationJob>(dialect, parts, std::move(http), std::move(channel))->start();
    };
}

Handler countingHandler(const Dialect& dialect, std::shared_ptr<const GenerationParts> parts,
                        std::function<std::string(int)> wrap) {
    return [&dialect, parts = std::move(parts), wrap = std::move(wrap)](std::shared_ptr<const HttpRequest> http,
                                                                        std::shared_ptr<AnswerChannel> channel) {
        const bool is_blind = parts->desk->models().isBlind();
        const auto count = [&dialect, parts, http, is_blind]() -> ApiResult<int> {
            auto call = readCall(dialect, *http, *parts);
            if (!call) {
                return tl::unexpected(call.error());
            }
            if (is_blind && !call->pictures.empty()) {
                return tl::unexpected(noPicturesError(call->pictures.front().param));
            }
            return countPrompt(*call, *parts);
        };
        boost::asio::post(*parts->pool, [count, parts, wrap, channel] {
            const auto counted = withoutExceptions<int>(count);
            boost::asio::post(parts->executor, [counted, wrap, channel] {
                if (counted) {
                    channel->send({200, wrap(*counted)});
                } else {
                    channel->refuse(counted.error());
                }
            });
        });
    };
}

}  // namespace strata::app::api
