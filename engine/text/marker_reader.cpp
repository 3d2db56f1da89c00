#include "text/marker_reader.h"

#include <algorithm>

namespace strata {
namespace {

constexpr Marker kMarkers[] = {Marker::think_open, Marker::think_close, Marker::call_open, Marker::call_close};

void append_text(std::vector<MarkerReader::Item>& items, std::string_view text) {
    if (text.empty()) {
        return;
    }
    if (!items.empty() && std::holds_alternative<std::string>(items.back())) {
        std::get<std::string>(items.back()).append(text);
    } else {
        items.emplace_back(std::string(text));
    }
}

}  // namespace

std::string_view spelling_of(Marker marker) {
    constexpr std::string_view kSpellings[] = {"<think>", "</think>", "<tool_call>", "</tool_call>"};
    return kSpellings[static_cast<std::size_t>(marker)];
}

MarkerReader::MarkerReader(const Tokenizer& tokenizer) : tokenizer_(tokenizer) {
    for (const Marker marker : kMarkers) {
        const auto id = tokenizer.find(spelling_of(marker));
        if (id && is_added(tokenizer.kind(*id))) {
            ids_[static_cast<std::size_t>(marker)] = id;
        } else {
            in_text_.push_back(marker);
        }
    }
}

std::vector<MarkerReader::Item> MarkerReader::feed(TokenId id) {
    std::vector<Item> items;
    for (const Marker marker : kMarkers) {
        if (ids_[static_cast<std::size_t>(marker)] == id) {
            items = finish();
            items.emplace_back(marker);
            return items;
        }
    }
    held_.append(utf8_.feed(tokenizer_.token_bytes(id)));
    release(items);
    return items;
}

std::vector<MarkerReader::Item> MarkerReader::finish() {
    std::vector<Item> items;
    held_.append(utf8_.finish());
    release(items);
    append_text(items, held_);
    held_.clear();
    return items;
}

/// Gives out what is held, up to the place where a marker may begin that is not complete yet.
void MarkerReader::release(std::vector<Item>& items) {
    std::string_view rest = held_;
    while (!rest.empty()) {
        const std::size_t bracket = in_text_.empty() ? std::string_view::npos : rest.find('<');
        append_text(items, rest.substr(0, bracket));
        rest.remove_prefix(std::min(bracket, rest.size()));
        if (rest.empty() || may_become_marker(rest)) {
            break;
        }
        if (const auto marker = marker_at_start(rest)) {
            items.emplace_back(*marker);
            rest.remove_prefix(spelling_of(*marker).size());
        } else {
            append_text(items, rest.substr(0, 1));
            rest.remove_prefix(1);
        }
    }
    held_.erase(0, held_.size() - rest.size());
}

std::optional<Marker> MarkerReader::marker_at_start(std::string_view text) const {
    const auto found =
        std::ranges::find_if(in_text_, [text](Marker marker) { return text.starts_with(spelling_of(marker)); });
    return found == in_text_.end() ? std::nullopt : std::optional(*found);
}

bool MarkerReader::may_become_marker(std::string_view text) const {
    return std::ranges::any_of(in_text_, [text](Marker marker) {
        const std::string_view spelling = spelling_of(marker);
        return text.size() < spelling.size() && spelling.starts_with(text);
    });
}

}  // namespace strata
