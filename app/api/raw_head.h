#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "app/api/api_error.h"

namespace strata::app::api {

/// Looks at the bytes of a request's head before the parser does: their sizes, and what the parser takes although two
/// readers could understand it differently. Nothing here gives a request its meaning.
class RawHead {
public:
    static constexpr std::size_t kLineLimit = 8 << 10;      ///< bytes of the request line
    static constexpr std::size_t kHeadersLimit = 32 << 10;  ///< bytes of all header lines
    static constexpr std::size_t kFieldsLimit = 100;

    enum class State { incomplete, complete, faulty };

    /// received: everything from the first byte of the head on, each time. Looks at every byte once.
    State scan(std::string_view received);
    /// Of a complete head, the empty line included.
    std::size_t size() const { return line_start_; }
    /// Of a faulty one.
    const ApiError& fault() const { return *fault_; }

private:
    void refuse(ErrorKind kind, std::string message);
    void checkByte(std::string_view received, std::size_t at);
    void takeLine(std::string_view line);
    void takeRequestLine(std::string_view line);
    void takeField(std::string_view line);
    void takeLength(std::string_view value);
    void takeEnd();
    void checkSizes(std::size_t received);

    std::size_t seen_ = 0;        ///< bytes that were looked at
    std::size_t line_start_ = 0;  ///< of the line that is not complete
    std::size_t fields_start_ = 0;
    std::size_t fields_ = 0;
    bool has_line_ = false, is_complete_ = false;
    bool is_http10_ = false, has_host_ = false, has_coding_ = false;
    std::optional<std::string> length_;
    std::optional<ApiError> fault_;
};

/// The target in what may be a request line; empty: there is none. For the style of errors before anything is parsed.
std::string_view targetIn(std::string_view head);

}  // namespace strata::app::api
