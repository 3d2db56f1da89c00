#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <QString>
#include <QTemporaryDir>
#include <string>
#include <vector>

#include "state/conversation_image.h"
#include "state/conversation_vault.h"

namespace strata::testing {

inline const ConversationId kId = "conversation one";
inline constexpr auto kAlways = ConversationVault::When::always;

/// A model that nobody has, small enough for thousands of saves.
VaultIdentity small_identity();
/// Enough for everything that a test saves.
VaultLimits ample_limits();
/// No free space is asked for, so that tests run on any disk.
VaultOptions test_options();

/// `count` tokens that follow from the seed; the same seed gives the same beginning for every count.
std::vector<std::int32_t> tokens_of(std::uint32_t seed, std::size_t count);

/// Makes images whose every byte follows from their tokens, as a model's would: the same prefix has the same cells, and
/// a running state depends on all tokens before it.
class ImageMaker {
public:
    explicit ImageMaker(const VaultIdentity& identity) : identity_(identity) {}

    /// An image of these tokens with checkpoints at these lengths (of kind `turn`, the first of kind `root` if asked).
    ConversationImagePtr make(const std::vector<std::int32_t>& tokens, const std::vector<std::size_t>& checkpoints = {},
                              bool root = false) const;
    /// The same conversation with more tokens; pages that stay whole are shared, as a session shares them.
    ConversationImagePtr grow(const ConversationImagePtr& image, const std::vector<std::int32_t>& tokens,
                              const std::vector<std::size_t>& checkpoints = {}) const;

private:
    RunningState state_after(const std::vector<std::int32_t>& tokens, std::size_t length) const;
    void fill_cells(KvCache& kv, const std::vector<std::int32_t>& tokens, std::size_t begin) const;

    VaultIdentity identity_;
};

/// Opens a vault or ends the test program.
std::unique_ptr<ConversationVault> open_vault(const std::filesystem::path& folder,
                                              const VaultIdentity& identity = small_identity(),
                                              const VaultLimits& limits = ample_limits(),
                                              VaultOptions options = test_options());

/// A copy that a test may change; pages and checkpoints are shared.
std::shared_ptr<ConversationImage> copy_of(const ConversationImage& image);

/// Whether two images stand for the same: tokens, pictures, cuts, the cells of all tokens, the running state.
/// Checkpoints are not compared.
bool same_state(const ConversationImage& left, const ConversationImage& right);
bool same_running(const RunningState& left, const RunningState& right);

/// A prompt that goes on after these tokens.
TokenSequence prompt_after(std::vector<std::int32_t> tokens);

/// A template for QTemporaryDir, in memory if the system has such a folder: for tests that make hundreds of vaults.
QString quick_folder();
/// Where tests have their vault in a folder of theirs.
std::filesystem::path vault_path(const QTemporaryDir& folder);
/// The folder of a conversation inside a vault's folder.
std::filesystem::path folder_of(const std::filesystem::path& vault, const ConversationId& id);

}  // namespace strata::testing
