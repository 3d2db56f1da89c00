#include "app/api/engine_desk.h"

#include <algorithm>
#include <utility>

namespace strata::app::api {

bool ModelEntry::isCalled(const std::string& other) const {
    return id == other || std::ranges::find(aliases, other) != aliases.end();
}

std::optional<ApiError> refusalBy(ModelState state) {
    switch (state) {
        case ModelState::none:
            return ApiError{ErrorKind::no_model, "No model is installed. Choose one in Strata."};
        case ModelState::starting:
            return ApiError{ErrorKind::model_loading, "The model is being loaded. Try again in a few seconds."};
        case ModelState::stuck:
            return ApiError{ErrorKind::engine_stuck, "The engine does not react any more. Restart Strata."};
        default:
            return std::nullopt;
    }
}

ApiError noPicturesError(std::string param) {
    return {ErrorKind::unsupported_content,
            "The loaded model cannot look at pictures. Install its picture part in Strata.", std::move(param)};
}

}  // namespace strata::app::api
