#include "state/vault/vault_records.h"

#include <algorithm>

#include "state/vault/vault_context.h"

namespace strata {
namespace {

constexpr std::size_t kMostEvicted = 1024;

bool older(const VaultRecords::Record& left, const VaultRecords::Record& right) {
    return left->card.last_used < right->card.last_used;
}

}  // namespace

std::uint64_t VaultRecord::memory_bytes() const {
    if (image) {
        return image->bytes();
    }
    return pages.empty() ? 0 : pages.size() * pages.front().size();
}

VaultRecords::Record VaultRecords::find(const ConversationId& id) const {
    const auto found = records_.find(digest_of_id(id));
    return found == records_.end() ? nullptr : found->second;
}

VaultRecords::Record VaultRecords::find_or_add(const ConversationId& id) {
    const Sha256 name = digest_of_id(id);
    Record& record = records_[name];
    if (!record) {
        record = std::make_shared<VaultRecord>();
        record->name = name;
        record->card.id = id;
    }
    return record;
}

void VaultRecords::add(const Record& record) {
    records_[record->name] = record;
}

void VaultRecords::erase(const Record& record) {
    if (const auto found = records_.find(record->name); found != records_.end() && found->second == record) {
        records_.erase(found);
    }
}

std::vector<VaultRecords::Record> VaultRecords::all() const {
    std::vector<Record> all;
    for (const auto& [name, record] : records_) {
        all.push_back(record);
    }
    return all;
}

std::uint64_t VaultRecords::memory_bytes() const {
    std::uint64_t bytes = 0;
    for (const auto& [name, record] : records_) {
        bytes += record->memory_bytes();
    }
    return bytes;
}

std::uint64_t VaultRecords::disk_bytes() const {
    std::uint64_t bytes = 0;
    for (const auto& [name, record] : records_) {
        bytes += record->disk_bytes;
    }
    return bytes;
}

int VaultRecords::count_in_memory() const {
    return static_cast<int>(
        std::ranges::count_if(records_, [](const auto& entry) { return entry.second->image != nullptr; }));
}

int VaultRecords::count_on_disk() const {
    return static_cast<int>(
        std::ranges::count_if(records_, [](const auto& entry) { return entry.second->disk_bytes > 0; }));
}

VaultRecords::Record VaultRecords::oldest_in_memory() const {
    Record oldest;
    for (const auto& [name, record] : records_) {
        const bool can_leave = !record->queued && !record->busy && record->memory_bytes() > 0;
        if (can_leave && (!oldest || older(record, oldest))) {
            oldest = record;
        }
    }
    return oldest;
}

std::vector<VaultRecords::Record> VaultRecords::leavers(std::uint64_t bytes, const VaultRecord& except) const {
    std::vector<Record> candidates = all();
    std::erase_if(candidates, [&except](const Record& record) {
        return record.get() == &except || record->card.kept || record->busy || record->disk_bytes == 0;
    });
    std::ranges::sort(candidates, older);
    std::uint64_t gained = 0;
    std::size_t count = 0;
    while (gained < bytes && count < candidates.size()) {
        gained += candidates[count++]->disk_bytes;
    }
    candidates.resize(count);
    return candidates;
}

void VaultRecords::note_evicted(const Sha256& name) {
    clear_evicted(name);
    evicted_.push_back(name);
    if (evicted_.size() > kMostEvicted) {
        evicted_.pop_front();
    }
}

void VaultRecords::clear_evicted(const Sha256& name) {
    damaged_.erase(name);
    std::erase(evicted_, name);
}

bool VaultRecords::was_damaged(const ConversationId& id) const {
    return damaged_.contains(digest_of_id(id));
}

bool VaultRecords::was_evicted(const ConversationId& id) const {
    return std::ranges::find(evicted_, digest_of_id(id)) != evicted_.end();
}

}  // namespace strata
