#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "base/digest.h"
#include "state/conversation_image.h"
#include "state/kv_page.h"
#include "state/vault/manifest.h"

namespace strata {

/// What the vault knows of one conversation.
struct VaultRecord {
    Sha256 name{};                    ///< digest of the id, the folder's name
    ManifestCard card;                ///< as the next save will write it
    ParkedFit fit = ParkedFit::fine;  ///< of what lies on the disk

    ConversationImagePtr image;  ///< the newest state, if it is in memory
    std::vector<KvPage> pages;   ///< pages known to be the stored ones, from the first on

    std::shared_ptr<const Manifest> stored;  ///< what the files hold; null: nothing, or it does not fit
    std::uint64_t disk_bytes = 0;            ///< 0: nothing lies on the disk
    std::uint64_t next_number = 1;           ///< for the next part file
    std::int64_t stored_use = 0;             ///< when the card on the disk says that it was last used

    bool queued = false;         ///< `image` waits to be written
    bool busy = false;           ///< some thread works on the files; only that thread changes what says what they hold
    std::stop_source abandoned;  ///< asks that thread to give up

    std::uint64_t memory_bytes() const;
};

/// All conversations of a vault. Not for several threads at once.
class VaultRecords {
public:
    using Record = std::shared_ptr<VaultRecord>;  // shared with the thread that works on its files

    Record find(const ConversationId& id) const;
    Record find_or_add(const ConversationId& id);
    void add(const Record& record);
    void erase(const Record& record);
    std::vector<Record> all() const;

    std::uint64_t memory_bytes() const;
    std::uint64_t disk_bytes() const;
    int count_in_memory() const;
    int count_on_disk() const;

    /// The longest unused one whose memory can be given up now; null: there is none.
    Record oldest_in_memory() const;
    /// The longest unused ones besides `except` that together occupy at least `bytes` on the disk and may leave it;
    /// empty if all of them are not enough.
    std::vector<Record> leavers(std::uint64_t bytes, const VaultRecord& except) const;

    /// Digests of ids that had to make room: the newest 1,024.
    void note_evicted(const Sha256& name);
    void clear_evicted(const Sha256& name);
    bool was_evicted(const ConversationId& id) const;
    /// Digests of ids whose files had to be removed because they were damaged; until they are saved again.
    void note_damaged(const Sha256& name) { damaged_.insert(name); }
    bool was_damaged(const ConversationId& id) const;
    const std::deque<Sha256>& evicted() const { return evicted_; }

private:
    std::map<Sha256, Record> records_;
    std::deque<Sha256> evicted_;
    std::set<Sha256> damaged_;
};

}  // namespace strata
