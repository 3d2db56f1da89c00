#pragma once

#include <string>
#include <string_view>

#include "app/api/dialects/json_text.h"

namespace strata::app::api {

/// The arguments of a call in a conversation, as the text of a JSON object, whatever the client sent: an object as it
/// is, nothing as no arguments, and everything else (a call that was cut off, for one) as one argument named
/// "arguments". value: null pointer if there is none.
std::string argumentsOfCall(const Json* value);

/// Whether the model's template takes it: it is bounded in levels and in the keys of an object.
bool fitsTemplate(const Json& value);

}  // namespace strata::app::api
