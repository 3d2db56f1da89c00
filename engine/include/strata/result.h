#pragma once

#include <string>
#include <tl/expected.hpp>

namespace strata {

/// What kind of thing went wrong; the message says it in words.
enum class ErrorCode {
    invalid_argument,    ///< the caller asked for something that makes no sense
    not_found,           ///< a file, a tensor or a key that should be there is not
    io_error,            ///< reading or writing failed
    out_of_memory,       ///< a large buffer could not be had
    bad_file,            ///< the file is damaged or hostile (its kind is in the message)
    unsupported_format,  ///< the file is fine, this program cannot use it
    wrong_model,         ///< the file belongs to another model
    bad_template,        ///< the chat template cannot be read or refused its input
    context_full,        ///< the request does not fit the context
    no_vision,           ///< the loaded model has no part that looks at pictures
    unsupported_device,  ///< this processor or card cannot do what was asked
    engine_lost,         ///< the engine ended in the middle of the request
    internal,            ///< a fault of the program
};

/// An error as a value: a code for programs, a sentence for people.
struct Error {
    ErrorCode code = ErrorCode::internal;
    std::string message;
};

/// A value or the reason why there is none.
template <class T>
using Result = tl::expected<T, Error>;

}  // namespace strata
