#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/folder.h"
#include "base/log.h"
#include "state/vault/vault_context.h"
#include "state/vault/vault_records.h"
#include "strata/result.h"

namespace strata {

/// The folder that all conversations lie in, held for this process.
class VaultRoot {
public:
    /// Makes the folder, locks it, and reads or makes the secret. Errors: io_error, with a sentence for people.
    static Result<VaultRoot> open(const std::filesystem::path& folder, const VaultIdentity& identity,
                                  const VaultOptions& options);

    const VaultContext& context() const { return *context_; }

    /// Reads all manifests, and removes what none of them names, what is damaged, and what has not fitted for a week.
    VaultRecords read_records() const;
    /// Remembers which conversations had to make room.
    void write_evicted(std::span<const Sha256> names) const;

private:
    Result<void> read_secret();
    void read_record(const std::string& name, VaultRecords& records) const;
    void log(LogLevel level, std::string_view line) const;

    std::unique_ptr<VaultContext> context_;  // others keep its address
    FolderLock lock_;
    VaultOptions options_;
};

/// Microseconds since 1970.
std::int64_t microseconds(std::chrono::system_clock::time_point time);

}  // namespace strata
