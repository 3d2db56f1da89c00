#include "app/remote/event_stream_reader.h"

#include <utility>

namespace strata::app {

Result<std::vector<std::string>> EventStreamReader::feed(std::string_view bytes) {
    std::vector<std::string> events;
    for (const char byte : bytes) {
        const bool second_of_pair = after_return_ && byte == '\n';
        after_return_ = byte == '\r';
        if (second_of_pair) {
            continue;
        }
        if (byte == '\n' || byte == '\r') {
            endLine(events);
        } else {
            line_.push_back(byte);
        }
        if (line_.size() > kLongestLine || data_.size() > kLongestEvent) {
            return tl::unexpected(Error{ErrorCode::bad_file, "the server sent more at once than an answer can be"});
        }
    }
    return events;
}

void EventStreamReader::endLine(std::vector<std::string>& events) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    constexpr std::string_view kData = "data";
    std::string_view line = line_;
    if (std::exchange(at_start_, false) && line.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
        line.remove_prefix(kByteOrderMark.size());
    }
    if (line.empty()) {
        if (has_data_) {
            events.push_back(std::move(data_));
        }
        data_.clear();
        has_data_ = false;
    } else if (const std::size_t colon = line.find(':'); line.substr(0, colon) == kData) {
        std::string_view value = colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
        if (!value.empty() && value.front() == ' ') {
            value.remove_prefix(1);
        }
        if (has_data_) {
            data_.push_back('\n');
        }
        data_.append(value);
        has_data_ = true;
    }
    line_.clear();
}

}  // namespace strata::app
