#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "strata/result.h"

namespace strata::app {

/// Cuts a stream of server-sent events into the data of its events, wherever the network cuts the bytes. Comments and
/// other fields are left out. What is too large to be an answer is refused.
class EventStreamReader {
public:
    static constexpr std::size_t kLongestLine = std::size_t{4} << 20;
    static constexpr std::size_t kLongestEvent = std::size_t{8} << 20;

    /// The data of the events that end in `bytes`. Errors: bad_file if a line or an event is too long.
    Result<std::vector<std::string>> feed(std::string_view bytes);

private:
    void endLine(std::vector<std::string>& events);

    std::string line_;
    std::string data_;
    bool has_data_ = false;
    bool after_return_ = false;  ///< the last byte was \r; a \n after it belongs to it
    bool at_start_ = true;
};

}  // namespace strata::app
