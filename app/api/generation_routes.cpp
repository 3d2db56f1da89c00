#include "app/api/generation_routes.h"

#include <exception>
#include <utility>

#include <boost/asio/post.hpp>

#include "app/api/generation_job.h"

namespace strata::app::api {

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
            try {
                const auto body = parseBody(http->body);
                if (!body) {
                    return tl::unexpected(body.error());
                }
                const auto call = dialect.read(*body, *http, parts->defaults ? parts->defaults() : RequestDefaults());
                return call ? parts->desk->countTokens(call->request) : tl::unexpected(call.error());
            } catch (const std::exception&) {
                return refuse(ErrorKind::internal_error, "A fault in the server; the program's log says more.");
            }
        };
        boost::asio::post(*parts->pool, [count, parts, wrap, channel] {
            const auto counted = count();
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
