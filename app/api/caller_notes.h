#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <map>
#include <string>

namespace strata::app::api {

/// Remembers for a while what callers did wrong: for log lines that are not to be written too often, and for who
/// guesses keys. Bounded, whatever they send. Belongs to the server's thread.
class CallerNotes {
public:
    using Time = std::chrono::steady_clock::time_point;

    /// Whether a line about this is due: the last one is longer ago than the interval.
    bool isDue(const std::string& about, std::chrono::seconds interval, Time now);
    /// Notes a wrong key from an address. True: it came with too many others, and its answer is to wait.
    bool noteWrongKey(const std::string& address, Time now);

private:
    static constexpr std::size_t kMost = 1'024;  ///< of addresses, and of lines

    std::map<std::string, Time> lines_;
    std::map<std::string, std::deque<Time>> wrong_keys_;
};

}  // namespace strata::app::api
