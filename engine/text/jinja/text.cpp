#include "text/jinja/text.h"

#include <algorithm>
#include <utility>

namespace strata::jinja {

void append(PromptText& out, std::string_view bytes, Origin origin) {
    if (origin == Origin::own) {
        out.append_own(bytes);
    } else {
        out.append_foreign(bytes);
    }
}

Text::Text(std::string_view bytes, Origin origin) {
    PromptText built;
    append(built, bytes, origin);
    *this = Text(std::move(built));
}

Text::Text(PromptText built) {
    if (!built.text.empty()) {
        end_ = built.text.size();
        whole_ = std::make_shared<const PromptText>(std::move(built));
    }
}

std::string_view Text::bytes() const {
    return whole_ ? std::string_view(whole_->text).substr(begin_, end_ - begin_) : std::string_view();
}

Origin Text::origin() const {
    return empty() || whole_->is_own(begin_, end_) ? Origin::own : Origin::foreign;
}

Text Text::slice(std::size_t begin, std::size_t end) const {
    Text part;
    if (begin < end) {
        part.whole_ = whole_;
        part.begin_ = begin_ + begin;
        part.end_ = begin_ + end;
    }
    return part;
}

void Text::append_to(PromptText& out, std::size_t begin, std::size_t end) const {
    slice(begin, end).for_each_run([&out](std::string_view bytes, Origin origin) { append(out, bytes, origin); });
}

Text::Run Text::run_at(std::size_t position) const {
    const std::size_t at = begin_ + position;
    const auto range = std::upper_bound(whole_->own.begin(), whole_->own.end(), at,
                                        [](std::size_t byte, const PromptText::Range& own) { return byte < own.end; });
    if (range == whole_->own.end()) {
        return {end_ - begin_, Origin::foreign};
    }
    if (at < range->begin) {
        return {std::min(range->begin, end_) - begin_, Origin::foreign};
    }
    return {std::min(range->end, end_) - begin_, Origin::own};
}

}  // namespace strata::jinja
