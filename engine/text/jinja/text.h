#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "text/prompt_text.h"

namespace strata::jinja {

/// Who wrote something: the template, or whoever filled its variables.
enum class Origin : unsigned char { own, foreign };

/// Appends bytes with their mark.
void append(PromptText& out, std::string_view bytes, Origin origin);

/// An immutable string that knows for each byte who wrote it. Copies and slices share the bytes.
class Text {
public:
    Text() = default;
    Text(std::string_view bytes, Origin origin);
    explicit Text(PromptText built);

    std::string_view bytes() const;
    std::size_t size() const { return end_ - begin_; }
    bool empty() const { return begin_ == end_; }

    /// Foreign if any byte is.
    Origin origin() const;

    /// Bytes [begin, end) of this text.
    Text slice(std::size_t begin, std::size_t end) const;

    /// Appends bytes [begin, end) with their marks.
    void append_to(PromptText& out, std::size_t begin, std::size_t end) const;
    void append_to(PromptText& out) const { append_to(out, 0, size()); }

    /// Calls visit(bytes, origin) for every stretch of one origin, in order.
    template <class Visit>
    void for_each_run(Visit&& visit) const {
        for (std::size_t at = 0; at < size();) {
            const Run run = run_at(at);
            visit(bytes().substr(at, run.end - at), run.origin);
            at = run.end;
        }
    }

private:
    struct Run {
        std::size_t end;  ///< position in this text
        Origin origin;
    };
    Run run_at(std::size_t position) const;

    std::shared_ptr<const PromptText> whole_;  // immutable; shared by every slice of it
    std::size_t begin_ = 0, end_ = 0;
};

}  // namespace strata::jinja
