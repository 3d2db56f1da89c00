#include "state/vault/conversation_folder.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/little_endian.h"

namespace strata {
namespace {

constexpr const char* kManifest = "manifest";
constexpr const char* kUnfit = "unfit-since";

/// The number in the name of a part file.
std::optional<std::uint64_t> part_number(const std::string& name) {
    for (const std::string_view stem : {"pages-", "live-", "ck-"}) {
        const std::string_view view = name;
        if (!view.starts_with(stem) || !view.ends_with(".bin")) {
            continue;
        }
        const std::string_view digits = view.substr(stem.size(), view.size() - stem.size() - 4);
        std::uint64_t number = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (error == std::errc() && end == digits.data() + digits.size() && number <= kLargestPartNumber) {
            return number;
        }
    }
    return std::nullopt;
}

/// Names in a folder; those that this program could not have given are left out.
std::vector<std::string> names_in(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::u8string name = entry->path().filename().u8string();
        if (std::ranges::all_of(name, [](char8_t c) { return c > 0x20 && c < 0x7F; })) {
            names.emplace_back(name.begin(), name.end());
        }
    }
    return names;
}

std::uint64_t size_of(const std::filesystem::path& path) {
    std::error_code error;
    const bool regular = std::filesystem::is_regular_file(std::filesystem::symlink_status(path, error)) && !error;
    const std::uintmax_t size = regular ? std::filesystem::file_size(path, error) : 0;
    return error ? 0 : static_cast<std::uint64_t>(size);
}

bool is_temporary_of_ours(const std::string& name) {
    return is_temporary_name(name, kManifest) || is_temporary_name(name, kUnfit);
}

}  // namespace

ConversationFolder::ConversationFolder(const VaultContext& context, const Sha256& conversation)
    : context_(&context), conversation_(conversation), path_(context.root / hex_text(conversation)) {}

Result<void> ConversationFolder::make() const {
    std::error_code error;
    if (std::filesystem::is_directory(std::filesystem::symlink_status(path_, error))) {
        return make_private_folder(path_);
    }
    STRATA_CHECK(context_->disk.make_folder(path_));
    return context_->disk.flush_folder(context_->root);
}

Result<std::vector<std::byte>> ConversationFolder::manifest_bytes() const {
    STRATA_TRY(const File file, File::open_own(path_ / kManifest, File::Mode::read));
    STRATA_TRY(const std::uint64_t size, file.size());
    if (size > kLargestManifest) {
        return fail(ErrorCode::bad_file, "manifest: larger than any could be");
    }
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    STRATA_CHECK(file.read(0, bytes));
    return bytes;
}

Result<ReadManifest> ConversationFolder::load() const {
    STRATA_TRY(const std::vector<std::byte> bytes, manifest_bytes());
    return decode_manifest(bytes, conversation_, context_->rules);
}

Result<bool> ConversationFolder::put(const Manifest& manifest) const {
    return context_->disk.replace(path_ / kManifest, encode_manifest(manifest, conversation_, context_->rules));
}

Result<bool> ConversationFolder::put_card(const ManifestCard& card) const {
    STRATA_TRY(const std::vector<std::byte> bytes, manifest_bytes());
    STRATA_CHECK(decode_manifest(bytes, conversation_, context_->rules));
    return context_->disk.replace(path_ / kManifest, with_card(bytes, card, context_->rules.secret));
}

std::map<std::string, std::uint64_t> ConversationFolder::named_lengths(const Manifest& manifest) const {
    std::map<std::string, std::uint64_t> lengths;
    for (const PageFile& file : manifest.files) {
        const PartLayout layout = context_->layout(file);
        lengths[layout.name()] = layout.length(file.used);
    }
    if (manifest.live) {
        const PartLayout layout = context_->layout(PartKind::live, *manifest.live);
        lengths[layout.name()] = layout.length(1);
    }
    for (const StoredCheckpoint& checkpoint : manifest.checkpoints) {
        const PartLayout layout = context_->layout(PartKind::checkpoint, checkpoint.state);
        lengths[layout.name()] = layout.length(1);
    }
    return lengths;
}

void ConversationFolder::sweep(const Manifest& manifest) const {
    const std::map<std::string, std::uint64_t> lengths = named_lengths(manifest);
    for (const std::string& name : names_in(path_)) {
        if (const auto named = lengths.find(name); named != lengths.end()) {
            if (size_of(path_ / name) > named->second) {
                static_cast<void>(context_->disk.truncate(path_ / name, named->second));
            }
        } else if (part_number(name) || is_temporary_of_ours(name)) {
            static_cast<void>(context_->disk.remove(path_ / name));
        }
    }
}

void ConversationFolder::remove_parts(std::uint64_t first_number) const {
    for (const std::string& name : names_in(path_)) {
        if (part_number(name).value_or(0) >= first_number) {
            static_cast<void>(context_->disk.remove(path_ / name));
        }
    }
    std::error_code not_empty;
    std::filesystem::remove(path_, not_empty);
}

Manifest ConversationFolder::intact(const Manifest& manifest) const {
    if (size_of(path_ / kManifest) == 0) {
        return {};
    }
    const auto there = [this](const PartLayout& layout, std::uint64_t used) {
        return size_of(path_ / layout.name()) >= layout.length(used);
    };
    Manifest kept = manifest;
    std::erase_if(kept.checkpoints, [&](const StoredCheckpoint& checkpoint) {
        return !there(context_->layout(PartKind::checkpoint, checkpoint.state), 1);
    });
    if (kept.live && !there(context_->layout(PartKind::live, *kept.live), 1)) {
        kept.live.reset();
    }
    std::uint64_t tokens = kept.content.size();
    for (const PageFile& file : kept.files) {
        if (!there(context_->layout(file), file.used)) {
            tokens = std::min<std::uint64_t>(tokens, file.first_page * KvCache::kPageCells);
        }
    }
    kept.truncate(tokens);
    return kept;
}

std::uint64_t ConversationFolder::highest_number() const {
    std::uint64_t highest = 0;
    for (const std::string& name : names_in(path_)) {
        highest = std::max(highest, part_number(name).value_or(0));
    }
    return highest;
}

std::uint64_t ConversationFolder::bytes() const {
    std::uint64_t bytes = 0;
    for (const std::string& name : names_in(path_)) {
        bytes += size_of(path_ / name);
    }
    return bytes;
}

Result<void> ConversationFolder::remove() const {
    std::error_code error;
    if (!std::filesystem::is_directory(std::filesystem::symlink_status(path_, error))) {
        return context_->disk.remove(path_);
    }
    STRATA_CHECK(context_->disk.remove(path_ / kManifest));
    // A power cut must not bring back what somebody wanted to be gone.
    STRATA_CHECK(context_->disk.flush_folder(path_));
    Result<void> removed;
    // Only what has a name of ours: the folder stays, without meaning, if somebody put something else into it.
    for (const std::string& name : names_in(path_)) {
        if (part_number(name) || is_temporary_of_ours(name) || name == kUnfit) {
            // One that cannot be removed, such as a folder that somebody filled, must not save the others.
            if (Result<void> one = context_->disk.remove(path_ / name); !one) {
                removed = std::move(one);
            }
        }
    }
    std::filesystem::remove(path_, error);
    return removed;
}

std::int64_t ConversationFolder::unfit_since(std::int64_t now) const {
    std::array<std::byte, sizeof(std::uint64_t)> bytes{};
    const Result<File> file = File::open_own(path_ / kUnfit, File::Mode::read);
    if (file && file->read(0, bytes)) {
        const auto since = static_cast<std::int64_t>(load_little_endian<std::uint64_t>(bytes.data()));
        if (since <= now) {
            return since;
        }
    }
    store_little_endian(bytes.data(), static_cast<std::uint64_t>(now));
    static_cast<void>(context_->disk.replace(path_ / kUnfit, bytes));
    return now;
}

void ConversationFolder::clear_unfit() const {
    std::error_code error;
    if (std::filesystem::exists(std::filesystem::symlink_status(path_ / kUnfit, error))) {
        static_cast<void>(context_->disk.remove(path_ / kUnfit));
    }
}

bool is_conversation_name(const std::string& name) {
    return name.size() == 2 * sizeof(Sha256) && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace strata
