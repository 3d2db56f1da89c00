#include "state/conversation_store.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/assert.h"

namespace strata {

void ConversationStore::set_limits(const StoreLimits& limits) {
    limits_ = limits;
    int evicted = 0;
    while ((bytes() > limits_.bytes || entries_.size() > limits_.slots) && drop_one(evicted)) {
    }
}

std::optional<ConversationStore::Match> ConversationStore::find(const TokenSequence& prompt) const {
    std::optional<Match> best;
    for (std::size_t i = entries_.size(); i-- > 0;) {
        const PrefixMatch prefix = match_prefix(entries_[i].image, prompt);
        if (prefix.length > 0 && (!best || prefix.length > best->prefix.length)) {
            best = Match{i, prefix};
        }
    }
    return best;
}

ConversationImage ConversationStore::take(std::size_t index) {
    STRATA_ASSERT(index < entries_.size(), "an entry of the store");
    ConversationImage image = std::move(entries_[index].image);
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(index));
    return image;
}

ConversationStore::Report ConversationStore::park(ConversationImage&& image) {
    Report report;
    report.bytes = image.bytes();
    report.new_bytes = report.bytes - shared_with_retained(image);
    if (limits_.bytes == 0 || limits_.slots == 0) {
        report.outcome = Outcome::switched_off;
        return report;
    }
    if (report.bytes > limits_.bytes) {
        report.outcome = Outcome::too_large;
        return report;
    }
    drop_superseded(image);
    while ((bytes() + report.bytes > limits_.bytes || entries_.size() >= limits_.slots || !has_memory()) &&
           drop_one(report.evicted)) {
    }
    // The image's memory is taken already: without room for it, letting it go is what gives memory back.
    if (!has_memory()) {
        report.outcome = Outcome::no_memory;
        return report;
    }
    if (report.new_bytes < report.bytes) {
        retained_.reset();  // its conversation is parked again: the entry has the pages
    }
    entries_.push_back({std::move(image), std::chrono::system_clock::now()});
    return report;
}

bool ConversationStore::has_memory() const {
    return free_memory_() > limits_.minimum_free_memory;
}

void ConversationStore::drop_superseded(const ConversationImage& image) {
    std::erase_if(entries_, [&](const Entry& entry) {
        const CheckpointPtr deepest = deepest_checkpoint(entry.image.checkpoints, entry.image.content.size());
        return deepest && checkpoint_at(image.checkpoints, deepest->length()) &&
               common_prefix(entry.image.content, image.content) >= deepest->length();
    });
}

bool ConversationStore::drop_one(int& evicted) {
    if (retained_) {
        retained_.reset();
        return true;
    }
    if (entries_.empty()) {
        return false;
    }
    entries_.erase(entries_.begin());
    ++evicted;
    return true;
}

std::uint64_t ConversationStore::shared_with_retained(const ConversationImage& image) const {
    if (!retained_) {
        return 0;
    }
    std::uint64_t shared = 0;
    const std::size_t pages = std::min(image.kv.pages().size(), retained_->pages().size());
    for (std::size_t i = 0; i < pages; ++i) {
        shared += image.kv.pages()[i] == retained_->pages()[i] ? image.kv.page_bytes() : 0;
    }
    return shared;
}

void ConversationStore::clear() {
    entries_.clear();
    retained_.reset();
}

std::uint64_t ConversationStore::bytes() const {
    std::uint64_t bytes = retained_ ? retained_->bytes() : 0;
    for (const Entry& entry : entries_) {
        bytes += entry.image.bytes();
    }
    return bytes;
}

std::vector<ParkedConversation> ConversationStore::list() const {
    std::vector<ParkedConversation> list;
    for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
        ParkedConversation parked;
        parked.tokens = static_cast<int>(entry->image.content.size());
        parked.bytes = entry->image.bytes();
        parked.last_used = entry->parked_at;
        list.push_back(std::move(parked));
    }
    return list;
}

}  // namespace strata
