#pragma once

#include <initializer_list>

#include "app/api/dialect.h"
#include "app/api/dialects/fields.h"
#include "app/api/dialects/thinking_reader.h"

namespace strata::app::api {

/// What is refused in a request, in the order in which it counts.
struct Refusals {
    Refusal fields, conversation, pictures;

    /// The one that counts; null pointer: none.
    const ApiError* first() const;
};

/// The fields that mean the same in all dialects: model, stream, strata_conversation, strata_checkpoint, and what the
/// settings say about limits.
void readSharedFields(const Fields& fields, const HttpRequest& http, const RequestDefaults& defaults,
                      Refusals& refusals, ApiCall& call);

/// Level and budget of thinking, and the sampling that goes with the level. An answer that is begun already, by words
/// or inside a call, is not thought about. After what begins it has been read.
void putThinking(const Fields& fields, const ThinkingChoice& thinking, const RequestDefaults& defaults,
                 GenerationRequest& request);

/// include_usage of stream_options, of streams.
void readStreamOptions(const Fields& fields, ApiCall& call);

/// Fields that would change the answer and that cannot be honoured: refused if they are there and say anything.
void refuseUnsupported(const Fields& fields, std::initializer_list<const char*> names);
/// "n" and "best_of": one answer only.
void refuseMoreThanOne(const Fields& fields, const char* name);

}  // namespace strata::app::api
