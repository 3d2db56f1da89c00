#include "app/api/generation_routes.h"

#include <utility>

#include <boost/asio/post.hpp>

#include "app/api/generation_job.h"

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
        const auto count = [&dialect, parts, http]() -> ApiResult<int> {
            const auto call = readCall(dialect, *http, *parts);
            return call ? parts->desk->countTokens(call->request) : tl::unexpected(call.error());
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
