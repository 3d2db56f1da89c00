#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "state/conversation_image.h"
#include "strata/conversations.h"

namespace strata {

struct StoreLimits {
    std::uint64_t bytes = 0;  ///< all parked conversations together; 0: nothing is parked
    std::size_t slots = 4;
    std::uint64_t minimum_free_memory = 0;  ///< that parking must leave on the machine
};

/// Conversations without an id that are parked in memory: those that another request pushed out of the session.
///
/// Parking moves an image in and taking moves it out; nothing is copied. The pages of the conversation taken last can
/// be retained beside it (shared with the session), so that parking it again adds only what changed. One thread.
class ConversationStore {
public:
    /// Bytes that programs can still take; 0: the system does not tell, and then nothing is parked.
    using FreeMemory = std::function<std::uint64_t()>;

    explicit ConversationStore(FreeMemory free_memory) : free_memory_(std::move(free_memory)) {}

    /// Evicts what no longer fits.
    void set_limits(const StoreLimits& limits);
    const StoreLimits& limits() const { return limits_; }

    struct Match {
        std::size_t index = 0;
        PrefixMatch prefix;
    };
    /// The conversation with the deepest point that `prompt` can go on from; of equals the one parked last.
    std::optional<Match> find(const TokenSequence& prompt) const;
    const ConversationImage& at(std::size_t index) const { return entries_[index].image; }
    /// Moves an entry out.
    ConversationImage take(std::size_t index);
    /// Retains the pages of the conversation that now lives in the session, as they are.
    void retain(const KvCache& kv, std::size_t cells) { retained_ = kv.share(cells); }

    enum class Outcome { parked, switched_off, too_large, no_memory };
    struct Report {
        Outcome outcome = Outcome::parked;
        std::uint64_t bytes = 0;      ///< of the image
        std::uint64_t new_bytes = 0;  ///< of it, what is not shared with retained pages
        int evicted = 0;              ///< conversations that left to make room
    };
    /// Parks an image. Conversations that it supersedes leave: their deepest checkpoint is part of it. To make room
    /// retained pages go first, then the conversations parked longest ago. An image that is larger than the whole
    /// budget is refused before anything leaves.
    Report park(ConversationImage&& image);

    /// Drops everything, retained pages too.
    void clear();

    std::size_t size() const { return entries_.size(); }
    std::uint64_t bytes() const;  ///< of the entries and the retained pages
    bool retains() const { return retained_.has_value(); }
    std::vector<ParkedConversation> list() const;  ///< parked last first

private:
    struct Entry {
        ConversationImage image;
        std::chrono::system_clock::time_point parked_at;
    };
    bool has_memory() const;
    void drop_superseded(const ConversationImage& image);
    /// Drops the retained pages, or else the oldest entry. False: there is nothing left to drop.
    bool drop_one(int& evicted);
    std::uint64_t shared_with_retained(const ConversationImage& image) const;

    FreeMemory free_memory_;
    StoreLimits limits_;
    std::vector<Entry> entries_;  // parked longest ago first
    std::optional<KvCache> retained_;
};

}  // namespace strata
