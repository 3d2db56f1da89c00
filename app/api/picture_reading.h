#pragma once

#include "app/api/dialect.h"

namespace strata::app::api {

/// Decodes the pictures of a request and puts them into its messages. Any thread; takes up to a second for each.
/// Errors: invalid_image, image_url_not_allowed.
ApiResult<void> decodePictures(ApiCall& call, bool may_fetch);

}  // namespace strata::app::api
