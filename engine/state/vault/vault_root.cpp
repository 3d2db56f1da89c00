#include "state/vault/vault_root.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/system_failure.h"
#include "state/vault/conversation_folder.h"
#include "state/vault/fingerprint.h"

namespace strata {
namespace {

constexpr const char* kLock = "lock";
constexpr const char* kSecret = "secret";
constexpr const char* kEvicted = "evicted";
constexpr std::int64_t kDaysUnfit = 7;
constexpr std::int64_t kSecondsPerDay = 86'400;
constexpr std::int64_t kMicrosecondsPerSecond = 1'000'000;
constexpr std::size_t kMostEvictedBytes = 1024 * sizeof(Sha256);

tl::unexpected<Error> unusable(const std::filesystem::path& folder, const std::string& why) {
    return fail(ErrorCode::io_error, fmt::format("conversations cannot be kept in {}: {}", path_text(folder), why));
}

/// The digest whose hexadecimal text this is.
Sha256 digest_of_text(const std::string& text) {
    const auto digit = [](char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); };
    Sha256 digest{};
    for (std::size_t i = 0; i < digest.size(); ++i) {
        digest[i] = static_cast<std::byte>(digit(text[2 * i]) << 4 | digit(text[2 * i + 1]));
    }
    return digest;
}

bool is_regular(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::is_regular_file(std::filesystem::symlink_status(path, error));
}

/// A name in the folder that is none of ours; empty: there is none, or the folder is a vault that somebody put
/// something into. A folder of anything else must not be taken for one: what a vault does not know it removes.
std::string first_stranger(const std::filesystem::path& folder) {
    std::error_code error;
    std::string stranger;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::u8string text = entry->path().filename().u8string();
        const std::string name(text.begin(), text.end());
        std::error_code ignored;
        const bool is_folder = std::filesystem::is_directory(entry->symlink_status(ignored));
        const bool ours = is_folder
                              ? is_conversation_name(name)
                              : name == kLock || name == kSecret || name == kEvicted || is_conversation_name(name) ||
                                    is_temporary_name(name, kSecret) || is_temporary_name(name, kEvicted);
        if (!ours) {
            stranger = name;
        }
    }
    return is_regular(folder / kLock) && is_regular(folder / kSecret) ? std::string() : stranger;
}

/// A name of a file for a sentence: what cannot be shown is left out.
std::string printable_name(const std::string& name) {
    std::string shown;
    std::ranges::copy_if(name.substr(0, 40), std::back_inserter(shown),
                         [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F; });
    return shown;
}

}  // namespace

std::int64_t microseconds(std::chrono::system_clock::time_point time) {
    return std::chrono::duration_cast<std::chrono::microseconds>(time.time_since_epoch()).count();
}

Result<VaultRoot> VaultRoot::open(const std::filesystem::path& folder, const VaultIdentity& identity,
                                  const VaultOptions& options) {
    VaultRoot root;
    root.options_ = options;
    root.context_ = std::make_unique<VaultContext>();
    root.context_->root = folder;
    root.context_->disk = VaultDisk(options.before_step);
    root.context_->rules.identity = identity;
    root.context_->rules.fingerprint = fingerprint_of(identity);
    root.context_->page_bytes = KvCache(identity.kv).page_bytes();
    root.context_->state_bytes = RunningState::bytes_of(identity.running);
    if (const std::string stranger = first_stranger(folder); !stranger.empty()) {
        return unusable(folder, fmt::format("the folder holds something else (\"{}\"); choose an empty one",
                                            printable_name(stranger)));
    }
    std::error_code error;
    if (folder.has_parent_path()) {
        std::filesystem::create_directories(folder.parent_path(), error);
    }
    if (const Result<void> made = make_private_folder(folder); !made) {
        return unusable(folder, made.error().message);
    }
    Result<FolderLock> lock = FolderLock::take(folder / kLock);
    if (!lock) {
        return unusable(folder, lock.error().message);
    }
    if (!*lock) {
        return unusable(folder, "it is in use by another running copy of this program");
    }
    root.lock_ = std::move(*lock);
    if (const Result<void> secret = root.read_secret(); !secret) {
        return unusable(folder, secret.error().message);
    }
    return root;
}

Result<void> VaultRoot::read_secret() {
    const std::filesystem::path path = context_->root / kSecret;
    Sha256& secret = context_->rules.secret;
    const Result<File> file = File::open_own(path, File::Mode::read);
    if (file && file->size().value_or(0) == secret.size() && file->read(0, secret)) {
        return {};
    }
    if (!file && file.error().code == ErrorCode::io_error) {
        return tl::unexpected(file.error());
    }
    // None yet, or not one of ours. What an older one has sealed cannot be trusted any more.
    if (file || file.error().code == ErrorCode::bad_file) {
        log(LogLevel::warning, "the secret of the kept conversations was damaged; they are removed");
        STRATA_CHECK(context_->disk.remove(path));
    }
    STRATA_CHECK(fill_with_secret(secret));
    STRATA_TRY(const bool sure, context_->disk.replace(path, secret));
    return sure ? Result<void>() : fail(ErrorCode::io_error, "the disk does not take new files for sure");
}

VaultRecords VaultRoot::read_records() const {
    VaultRecords records;
    std::vector<std::string> folders;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(context_->root, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::u8string text = entry->path().filename().u8string();
        const std::string name(text.begin(), text.end());
        if (is_conversation_name(name)) {
            folders.push_back(name);
        } else if (is_temporary_name(name, kSecret) || is_temporary_name(name, kEvicted)) {
            static_cast<void>(context_->disk.remove(entry->path()));
        }
    }
    for (const std::string& name : folders) {
        read_record(name, records);
    }
    const Result<File> file = File::open_own(context_->root / kEvicted, File::Mode::read);
    const std::uint64_t size = file ? file->size().value_or(0) : 0;
    std::vector<Sha256> evicted(size > kMostEvictedBytes ? 0 : size / sizeof(Sha256));
    if (file && file->read(0, std::as_writable_bytes(std::span(evicted)))) {
        for (const Sha256& digest : evicted) {
            records.note_evicted(digest);
        }
    }
    return records;
}

void VaultRoot::read_record(const std::string& name, VaultRecords& records) const {
    const Sha256 digest = digest_of_text(name);
    const ConversationFolder folder(*context_, digest);
    const std::filesystem::file_status status = std::filesystem::symlink_status(folder.path());
    const bool whole = std::filesystem::is_directory(status) && make_private_folder(folder.path());
    const Result<ReadManifest> read =
        whole ? folder.load() : fail(ErrorCode::bad_file, "something else stands in place of a folder");
    if (!read && read.error().code == ErrorCode::io_error) {
        log(LogLevel::warning, "a kept conversation cannot be read: " + read.error().message);
        return;
    }
    const std::int64_t now = microseconds(options_.now()) / kMicrosecondsPerSecond;
    const bool stale =
        read && read->fit != ParkedFit::fine && now - folder.unfit_since(now) >= kDaysUnfit * kSecondsPerDay;
    if (!read || stale) {
        if (!read && read.error().code != ErrorCode::not_found) {
            log(LogLevel::warning, "a kept conversation was removed: " + read.error().message);
        }
        if (!read) {
            records.note_damaged(digest);
        }
        static_cast<void>(folder.remove());
        return;
    }
    auto record = std::make_shared<VaultRecord>();
    record->name = digest;
    record->card = read->manifest.card;
    record->stored_use = record->card.last_used;
    record->fit = read->fit;
    record->next_number = folder.highest_number() + 1;
    if (read->fit == ParkedFit::fine) {
        folder.clear_unfit();
        folder.sweep(read->manifest);
        record->stored = std::make_shared<Manifest>(read->manifest);
    }
    record->disk_bytes = folder.bytes();
    records.add(record);
}

void VaultRoot::write_evicted(std::span<const Sha256> names) const {
    static_cast<void>(context_->disk.replace(context_->root / kEvicted, std::as_bytes(names)));
}

void VaultRoot::log(LogLevel level, std::string_view line) const {
    if (options_.log) {
        options_.log(level, line);
    }
}

}  // namespace strata
