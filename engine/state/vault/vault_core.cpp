#include "state/vault/vault_core.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/system_memory.h"

namespace strata {
namespace {

/// Without a measurement: slower than most solid-state disks, so that short conversations are rather read again.
constexpr double kAssumedDiskSpeed = 5e8;
/// Copying a running state out of memory; 10 to 20 GB/s on one core of today's PCs.
constexpr double kMemorySpeed = 1e10;
/// Longer ones are always worth it.
constexpr std::size_t kShortConversation = 1'000;

std::chrono::milliseconds milliseconds_for(double amount, double per_second) {
    if (per_second <= 0) {
        return std::chrono::milliseconds(0);
    }
    return std::chrono::milliseconds(std::max<std::int64_t>(1, static_cast<std::int64_t>(amount / per_second * 1e3)));
}

/// At most so many bytes, and no half character at the end.
std::string shortened(const std::string& text, std::size_t most) {
    std::size_t size = std::min(text.size(), most);
    while (size > 0 && size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) {
        --size;
    }
    return text.substr(0, size);
}

bool usable(const ConversationId& id) {
    return !id.empty() && id.size() <= kLongestConversationId;
}

}  // namespace

ConversationVault::Impl::Impl(VaultRoot root, VaultRecords records, const VaultLimits& limits, VaultOptions options)
    : root_(std::move(root)),
      options_(std::move(options)),
      records_(std::move(records)),
      limits_(limits),
      trimming_(true),
      writer_([this] { run_writer(); }) {}

ConversationVault::Impl::~Impl() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        changed_.notify_all();
    }
    writer_.join();
}

void ConversationVault::Impl::set_limits(const VaultLimits& limits) {
    const std::lock_guard lock(mutex_);
    limits_ = limits;
    trimming_ = true;
    make_memory_room();
    changed_.notify_all();
}

void ConversationVault::Impl::set_prompt_speed(double tokens_per_second) {
    const std::lock_guard lock(mutex_);
    prompt_speed_ = tokens_per_second;
}

bool ConversationVault::Impl::worth_it(const ConversationImage& image) const {
    if (image.content.size() >= kShortConversation || prompt_speed_ <= 0) {
        return true;
    }
    const double speed = disk_speed_.reading() > 0 ? disk_speed_.reading() : kAssumedDiskSpeed;
    const double load_seconds = static_cast<double>(image.running.bytes() + image.kv.bytes()) / speed;
    return load_seconds <= static_cast<double>(image.content.size()) / prompt_speed_;
}

void ConversationVault::Impl::save(const ConversationId& id, const std::string& title, ConversationImagePtr image,
                                   When when) {
    const std::string fault = image ? fault_of(*image, root_.context()) : "there is no image";
    if (!usable(id) || !fault.empty()) {
        log(LogLevel::warning,
            "a conversation is not kept: " + (fault.empty() ? "its id is empty or too long" : fault));
        return;
    }
    const std::lock_guard lock(mutex_);
    const Record record = records_.find_or_add(id);
    records_.clear_evicted(record->name);
    record->card.title = shortened(title, kLongestTitle);
    record->card.last_used = microseconds(options_.now());
    record->image = std::move(image);
    if (limits_.disk_bytes > 0 && (when == When::always || worth_it(*record->image)) && !record->queued) {
        record->queued = true;
        queue_.push_back(record);
        changed_.notify_all();
    }
    make_memory_room();
}

ParkedConversation ConversationVault::Impl::describe(const VaultRecord& record) const {
    ParkedConversation parked;
    parked.id = record.card.id;
    parked.title = record.card.title;
    parked.kept = record.card.kept;
    parked.last_used = std::chrono::system_clock::time_point(std::chrono::microseconds(record.card.last_used));
    const bool on_disk = record.disk_bytes > 0;
    parked.where = !record.image ? ParkedWhere::disk : on_disk ? ParkedWhere::memory_and_disk : ParkedWhere::memory;
    parked.fit = record.image ? ParkedFit::fine : record.fit;
    parked.model_name = record.image ? root_.context().rules.identity.model_name : record.card.model_name;
    parked.tokens = static_cast<int>(record.image ? record.image->content.size() : record.card.tokens);
    parked.bytes = on_disk ? record.disk_bytes : record.memory_bytes();
    if (parked.fit != ParkedFit::fine) {
        return parked;
    }
    const VaultContext& context = root_.context();
    const auto state_bytes = static_cast<double>(context.state_bytes);
    const auto page_bytes =
        static_cast<double>(KvCache::pages_for(static_cast<std::size_t>(parked.tokens)) * context.page_bytes);
    parked.restore_estimate = record.image ? milliseconds_for(state_bytes, kMemorySpeed)
                                           : milliseconds_for(state_bytes + page_bytes, disk_speed_.reading());
    parked.read_estimate = milliseconds_for(parked.tokens, prompt_speed_);
    return parked;
}

std::vector<ParkedConversation> ConversationVault::Impl::list() const {
    const std::lock_guard lock(mutex_);
    std::vector<ParkedConversation> all;
    for (const Record& record : records_.all()) {
        if (record->image || record->disk_bytes > 0) {
            all.push_back(describe(*record));
        }
    }
    return all;
}

Result<void> ConversationVault::Impl::keep(const ConversationId& id, bool kept) {
    Lock lock(mutex_);
    Record record = records_.find(id);
    while (record && record->busy) {
        wait_for(lock, record);
        record = records_.find(id);
    }
    if (!record) {
        return fail(ErrorCode::not_found, "this conversation is not kept");
    }
    if (record->disk_bytes == 0) {
        record->card.kept = kept;
        return {};
    }
    record->busy = true;
    ManifestCard card = record->stored ? record->stored->card : record->card;
    card.kept = kept;
    lock.unlock();
    const Result<bool> put = ConversationFolder(root_.context(), record->name).put_card(card);
    lock.lock();
    if (put) {
        record->card.kept = kept;
        if (record->stored) {
            auto manifest = std::make_shared<Manifest>(*record->stored);
            manifest->card = card;
            record->stored = std::move(manifest);
        }
    }
    release(record);
    return put ? Result<void>() : tl::unexpected(put.error());
}

void ConversationVault::Impl::forget(const ConversationId& id) {
    Lock lock(mutex_);
    Record record = records_.find(id);
    while (record && record->busy) {
        record->abandoned.request_stop();
        wait_for(lock, record);
        record = records_.find(id);
    }
    // Not even that it once had to make room for others: a new one with this id is a first message.
    records_.clear_evicted(digest_of_id(id));
    if (!record) {
        return;
    }
    std::erase(queue_, record);
    record->queued = false;
    record->busy = true;
    record->image = nullptr;
    record->pages.clear();
    lock.unlock();
    const Result<void> removed = ConversationFolder(root_.context(), record->name).remove();
    lock.lock();
    if (!removed) {
        log(LogLevel::warning, "a forgotten conversation could not be removed: " + removed.error().message);
    }
    record->disk_bytes = 0;
    records_.erase(record);
    release(record);
}

Result<void> ConversationVault::Impl::flush() {
    Lock lock(mutex_);
    changed_.wait(lock, [this] { return queue_.empty() && !counters_.writing && !trimming_; });
    return counters_.problem.empty() ? Result<void>() : fail(ErrorCode::io_error, counters_.problem);
}

VaultStatus ConversationVault::Impl::status() const {
    const std::lock_guard lock(mutex_);
    VaultStatus status = counters_;
    status.in_memory = records_.count_in_memory();
    status.on_disk = records_.count_on_disk();
    status.memory_bytes = records_.memory_bytes();
    status.disk_bytes = records_.disk_bytes();
    status.writing = counters_.writing || !queue_.empty();
    return status;
}

void ConversationVault::Impl::make_memory_room() {
    const SystemMemory memory = read_system_memory();
    std::uint64_t freed = 0;
    for (;;) {
        const bool scarce = memory.available_bytes > 0 && memory.available_bytes + freed < limits_.minimum_free_memory;
        if (!scarce && records_.memory_bytes() <= limits_.memory_bytes) {
            return;
        }
        const Record record = records_.oldest_in_memory();
        if (!record) {
            return;
        }
        freed += record->memory_bytes();
        counters_.evicted_from_memory += record->image ? 1 : 0;
        record->image = nullptr;
        record->pages.clear();
        if (record->disk_bytes == 0) {
            records_.note_evicted(record->name);
        }
        drop_if_empty(record);
    }
}

void ConversationVault::Impl::drop_if_empty(const Record& record) {
    if (!record->image && record->disk_bytes == 0 && !record->queued) {
        records_.erase(record);
    }
}

void ConversationVault::Impl::wait_for(Lock& lock, const Record& record) {
    changed_.wait(lock, [&record] { return !record->busy; });
}

void ConversationVault::Impl::release(const Record& record) {
    record->busy = false;
    changed_.notify_all();
}

void ConversationVault::Impl::log(LogLevel level, std::string_view line) const {
    if (options_.log) {
        options_.log(level, line);
    }
}

}  // namespace strata
