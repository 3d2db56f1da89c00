#pragma once

#include "app/api/dialect.h"
#include "app/api/dialects/fields.h"

namespace strata::app::api {

/// The form that an answer must have, by response_format of Chat Completions.
void readResponseFormat(const Fields& fields, ApiCall& call);
/// The same by text.format of Responses.
void readTextFormat(const Fields& fields, ApiCall& call);
/// The same by output_config.format of Messages.
void readOutputFormat(const Fields& fields, ApiCall& call);

}  // namespace strata::app::api
