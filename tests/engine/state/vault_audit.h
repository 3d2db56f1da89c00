#pragma once

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "state/conversation_vault.h"
#include "state/vault/conversation_folder.h"

namespace strata::testing {

/// The context of a closed vault's folder, with its secret.
VaultContext context_of(const std::filesystem::path& vault, const VaultIdentity& identity);

/// Everything in a vault's folder that no manifest names or that is longer than a manifest says; also what others could
/// read. Lock, secret and the list of evicted ids are no findings.
std::vector<std::string> unreferenced_in(const std::filesystem::path& vault, const VaultIdentity& identity);

/// Closes a vault and opens the same folder again.
std::unique_ptr<ConversationVault> open_again(const std::filesystem::path& folder,
                                              std::unique_ptr<ConversationVault> vault);

/// A door that one thread opens and closes and others pass.
class Latch {
public:
    void open();
    void close();
    void pass();
    /// Returns when somebody stands before the closed door.
    void await_visitor();

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool open_ = false;
    int waiting_ = 0;
};

std::vector<std::byte> read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, const std::vector<std::byte>& bytes);

}  // namespace strata::testing
