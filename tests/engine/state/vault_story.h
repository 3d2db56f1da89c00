#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "state/conversation_vault.h"

namespace strata::testing {

/// A fixed course of events in a vault: conversations that grow, take another course, are kept, forgotten and make room
/// for each other. A test may stop it anywhere and ask whether what is on the disk could be.
class VaultStory {
public:
    /// What one conversation was like after a step, newest last; 0 stands for "not there".
    using Versions = std::map<std::string, std::vector<int>>;

    static constexpr int kSteps = 11;

    /// Runs steps [first, kSteps) on the folder and says after each that it is done; the vault is closed at the end.
    static void run(const std::filesystem::path& folder, const VaultOptions& options,
                    const std::function<void(int)>& done);
    static VaultLimits limits();

    /// Whether the folder holds what it may hold if `done` steps are over and the next may have begun: every
    /// conversation is whole and as it was after the last or the next step. Empty: it does; else what is wrong.
    static std::string fault_of(const std::filesystem::path& folder, int done);
};

}  // namespace strata::testing
