#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/api/api_error.h"
#include "app/api/http_message.h"

namespace strata::app::api {

enum class Verb { get, post };

/// One thing that the server does.
struct Route {
    std::string path;       ///< as "/v1/models"; with "/*" at its end: everything below
    Verb verb = Verb::get;  ///< get: HEAD as well
    Handler handler;
    bool needs_key = true;
    bool lifecycle = false;  ///< loads or unloads: only this server's own pages and trusted ones
};

/// Where a path leads.
struct RouteMatch {
    const Route* route = nullptr;  ///< null: nowhere. Lives as long as the router
    std::string path;              ///< aliases spelled out
    bool is_v1 = false;            ///< the caller spelled it with /v1/
    Style style = Style::openai;

    bool takes(std::string_view method) const;
    /// What may be said to the route, for the header Allow.
    std::string allowed() const;
};

/// Finds the route of a path. Immutable.
class Router {
public:
    explicit Router(std::vector<Route> routes);
    Router(const Router&) = delete;
    Router& operator=(const Router&) = delete;

    /// path: as parseTarget() makes it.
    RouteMatch match(std::string_view path) const;

private:
    std::vector<Route> routes_;
};

/// Why a path leads nowhere.
ApiError unknownPath(const RouteMatch& match);

}  // namespace strata::app::api
