#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "state/vault/manifest.h"
#include "state/vault/vault_context.h"
#include "strata/result.h"

namespace strata {

/// The folder of one conversation. Holds no state: what is on the disk counts. One thread at a time per folder.
class ConversationFolder {
public:
    ConversationFolder(const VaultContext& context, const Sha256& conversation);

    const std::filesystem::path& path() const { return path_; }
    PartOwner owner() const { return context_->owner(conversation_); }

    /// Makes the folder if it is missing.
    Result<void> make() const;
    /// Errors: not_found (no manifest), bad_file (damaged or forged), io_error.
    Result<ReadManifest> load() const;
    /// Puts a new manifest in the old one's place. True: it is there. False: a power cut may leave either. Errors: the
    /// old one is there.
    Result<bool> put(const Manifest& manifest) const;
    /// The same for nothing but the card, whatever version or model the manifest is of.
    Result<bool> put_card(const ManifestCard& card) const;
    /// Removes the files that the manifest does not name and cuts those of which it names less. What cannot be removed
    /// stays until the next time.
    void sweep(const Manifest& manifest) const;
    /// Removes part files from a number on, which no manifest names yet, and the folder if that leaves it empty.
    void remove_parts(std::uint64_t first_number) const;
    /// What of a manifest the files still hold, judged by their lengths: without the states that are gone, and only as
    /// long as its pages are there. Empty without a manifest on the disk.
    Manifest intact(const Manifest& manifest) const;
    /// The largest number that a file has here.
    std::uint64_t highest_number() const;
    /// All files together.
    std::uint64_t bytes() const;
    /// Removes everything, the manifest first, so that no half of it is ever taken for the whole.
    Result<void> remove() const;

    /// Since when the manifest has not fitted the sessions, in seconds since 1970; notes `now` if that is new.
    std::int64_t unfit_since(std::int64_t now) const;
    void clear_unfit() const;

private:
    Result<std::vector<std::byte>> manifest_bytes() const;
    std::map<std::string, std::uint64_t> named_lengths(const Manifest& manifest) const;

    const VaultContext* context_;
    Sha256 conversation_;
    std::filesystem::path path_;
};

/// Whether a name is one that this program gives to the folder of a conversation.
bool is_conversation_name(const std::string& name);

}  // namespace strata
