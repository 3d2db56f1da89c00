#include "app/api/router.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/api/request_target.h"

namespace strata::app::api {
namespace {

/// Clients that were configured without /v1 leave it out of these.
constexpr std::array<std::string_view, 4> kAliases = {"/chat/completions", "/completions", "/responses", "/models"};

/// What others serve and this server does not.
constexpr std::array<std::string_view, 13> kElsewhere = {
    "/v1/embeddings",  "/v1/audio",         "/v1/images",     "/v1/files",   "/v1/batches",
    "/v1/moderations", "/v1/uploads",       "/v1/assistants", "/v1/threads", "/v1/fine_tuning",
    "/v1/rerank",      "/v1/vector_stores", "/v1/realtime"};

bool isAtOrBelow(std::string_view path, std::string_view root) {
    return path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/');
}

std::string spelledOut(std::string_view path) {
    const bool is_alias = std::ranges::any_of(kAliases, [&](std::string_view alias) {
        return path == alias || (alias == "/models" && isAtOrBelow(path, alias));
    });
    return is_alias ? "/v1" + std::string(path) : std::string(path);
}

bool leadsTo(const Route& route, std::string_view path) {
    if (route.path.ends_with("/*")) {
        const std::string_view above = std::string_view(route.path).substr(0, route.path.size() - 1);
        return path.starts_with(above) && path.size() > above.size();
    }
    return path == route.path;
}

}  // namespace

bool RouteMatch::takes(std::string_view method) const {
    if (route == nullptr) {
        return false;
    }
    return route->verb == Verb::post ? method == "POST" : method == "GET" || method == "HEAD";
}

std::string RouteMatch::allowed() const {
    if (route == nullptr) {
        return "GET, HEAD, POST, OPTIONS";
    }
    return route->verb == Verb::post ? "POST, OPTIONS" : "GET, HEAD, OPTIONS";
}

Router::Router(std::vector<Route> routes) : routes_(std::move(routes)) {}

RouteMatch Router::match(std::string_view path) const {
    RouteMatch out;
    out.path = spelledOut(path);
    out.is_v1 = path.starts_with("/v1/");
    out.style = styleOf(out.path);
    const auto found = std::ranges::find_if(routes_, [&](const Route& route) { return leadsTo(route, out.path); });
    out.route = found == routes_.end() ? nullptr : &*found;
    return out;
}

ApiError unknownPath(const RouteMatch& match) {
    const bool elsewhere =
        std::ranges::any_of(kElsewhere, [&](std::string_view root) { return isAtOrBelow(match.path, root); });
    if (elsewhere) {
        return {ErrorKind::unsupported_endpoint, quotable(match.path) + ": this server does not offer this endpoint"};
    }
    return {ErrorKind::not_found, quotable(match.path) + ": there is no such endpoint"};
}

}  // namespace strata::app::api
