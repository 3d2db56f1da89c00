#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "app/api/engine_desk.h"

namespace strata::app::api {

enum class ListStyle {
    openai,
    both,  ///< with Anthropic's names as well
};

/// The list of models for clients: the chosen one first, aliases after it, then the installed ones. aliases: alias to
/// id, of the settings.
nlohmann::ordered_json modelList(const ModelView& view, const std::map<std::string, std::string>& aliases,
                                 ListStyle style);
/// One entry of it; none: there is no such id or alias.
std::optional<nlohmann::ordered_json> modelById(const ModelView& view,
                                                const std::map<std::string, std::string>& aliases, std::string_view id,
                                                ListStyle style);

}  // namespace strata::app::api
