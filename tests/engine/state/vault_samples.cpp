#include "vault_samples.h"

#include <algorithm>
#include <cstring>
#include <QDir>
#include <QtGlobal>

#include "state/vault/vault_context.h"

namespace strata::testing {
namespace {

template <class T>
T must(Result<T> result) {
    if (!result) {
        qFatal("%s", result.error().message.c_str());
    }
    return std::move(*result);
}

std::uint32_t mixed(std::uint32_t a, std::uint32_t b) {
    std::uint32_t x = a * 0x9E3779B1U ^ (b + 0x85EBCA77U);
    x ^= x >> 15;
    x *= 0x2C1B3C6DU;
    x ^= x >> 12;
    x *= 0x297A2D39U;
    return x ^ (x >> 15);
}

}  // namespace

VaultIdentity small_identity() {
    VaultIdentity identity;
    identity.model = "model-digest-1";
    identity.model_name = "Small Model";
    identity.backend = "cpu";
    identity.kv = {2, 2, 64, 16, 4, KvType::int8};
    identity.running.recurrent_layers = 2;
    identity.running.value_heads = 2;
    identity.running.value_size = 8;
    identity.running.key_size = 8;
    identity.running.conv_rows = 3;
    identity.running.conv_channels = 24;
    identity.running.indexer_layers = 2;
    identity.running.indexer_block = 4;
    identity.running.indexer_size = 16;
    identity.running.ngram_rows = 2;
    identity.running.ngram_channels = 16;
    identity.running.ngram_ids = 2;
    return identity;
}

VaultLimits ample_limits() {
    VaultLimits limits;
    limits.disk_bytes = std::uint64_t{8} << 30;
    limits.memory_bytes = 0;
    limits.checkpoints = 6;
    return limits;
}

VaultOptions test_options() {
    VaultOptions options;
    options.minimum_free_disk = 0;
    return options;
}

std::vector<std::int32_t> tokens_of(std::uint32_t seed, std::size_t count) {
    std::vector<std::int32_t> tokens(count);
    for (std::size_t i = 0; i < count; ++i) {
        tokens[i] = static_cast<std::int32_t>(mixed(seed, static_cast<std::uint32_t>(i)) % 150'000);
    }
    return tokens;
}

RunningState ImageMaker::state_after(const std::vector<std::int32_t>& tokens, std::size_t length) const {
    RunningState state = must(RunningState::create(identity_.running));
    std::uint32_t seed = 1;
    for (std::size_t i = 0; i < length; ++i) {
        seed = mixed(seed, static_cast<std::uint32_t>(tokens[i]));
    }
    auto* words = reinterpret_cast<std::uint32_t*>(state.raw().data());
    for (std::size_t i = 0; i < state.raw().size() / sizeof(std::uint32_t); ++i) {
        words[i] = mixed(seed, static_cast<std::uint32_t>(i));
    }
    for (std::size_t i = 0; i < state.last_ids.size(); ++i) {
        const std::size_t back = state.last_ids.size() - i;
        state.last_ids[i] = back <= length ? tokens[length - back] : -1;
    }
    state.position = length;
    return state;
}

void ImageMaker::fill_cells(KvCache& kv, const std::vector<std::int32_t>& tokens, std::size_t begin) const {
    const std::size_t bytes = kv_data_bytes(identity_.kv.type, identity_.kv.size);
    for (std::size_t cell = begin; cell < tokens.size(); ++cell) {
        for (std::size_t layer = 0; layer < identity_.kv.layers; ++layer) {
            for (std::size_t head = 0; head < identity_.kv.heads; ++head) {
                const auto place = static_cast<std::uint32_t>(layer * 16 + head);
                const std::uint32_t value =
                    mixed(static_cast<std::uint32_t>(tokens[cell]), static_cast<std::uint32_t>(cell) * 64 + place);
                std::memset(kv.key(layer, head, cell).data, static_cast<int>(value & 0xFF), bytes);
                std::memset(kv.value(layer, head, cell).data, static_cast<int>(value >> 8 & 0xFF), bytes);
                if (kv_scale_count(identity_.kv.type, identity_.kv.size) > 0) {
                    *kv.key(layer, head, cell).scales = static_cast<std::uint16_t>(value >> 16);
                    *kv.value(layer, head, cell).scales = static_cast<std::uint16_t>(value);
                }
            }
        }
    }
}

ConversationImagePtr ImageMaker::make(const std::vector<std::int32_t>& tokens,
                                      const std::vector<std::size_t>& checkpoints, bool root) const {
    auto empty = std::make_shared<ConversationImage>();
    empty->kv = KvCache(identity_.kv);
    const ConversationImagePtr image = grow(empty, tokens, checkpoints);
    if (!root || image->checkpoints.empty()) {
        return image;
    }
    auto rooted = copy_of(*image);
    auto first = std::make_shared<Checkpoint>();
    first->kind = CheckpointKind::root;
    first->state = must(RunningState::copy_of(image->checkpoints.front()->state));
    rooted->checkpoints.front() = first;
    return rooted;
}

ConversationImagePtr ImageMaker::grow(const ConversationImagePtr& image, const std::vector<std::int32_t>& tokens,
                                      const std::vector<std::size_t>& checkpoints) const {
    auto grown = std::make_shared<ConversationImage>();
    grown->content.tokens = tokens;
    const std::size_t common = common_prefix(image->content, grown->content);
    for (std::size_t cut = 100; cut < tokens.size(); cut += 100) {
        grown->cuts.push_back(static_cast<std::uint32_t>(cut));
    }
    grown->cuts.push_back(static_cast<std::uint32_t>(tokens.size()));
    grown->kv = image->kv.share(common);
    if (!grown->kv.prepare(common, tokens.size())) {
        qFatal("no memory for an image");
    }
    fill_cells(grown->kv, tokens, common);
    grown->running = state_after(tokens, tokens.size());
    for (const CheckpointPtr& checkpoint : image->checkpoints) {
        if (checkpoint->length() <= common) {
            grown->checkpoints.push_back(checkpoint);
        }
    }
    for (const std::size_t length : checkpoints) {
        auto checkpoint = std::make_shared<Checkpoint>();
        checkpoint->state = state_after(tokens, length);
        grown->checkpoints.push_back(checkpoint);
    }
    return grown;
}

std::unique_ptr<ConversationVault> open_vault(const std::filesystem::path& folder, const VaultIdentity& identity,
                                              const VaultLimits& limits, VaultOptions options) {
    return must(ConversationVault::open(folder, identity, limits, std::move(options)));
}

std::shared_ptr<ConversationImage> copy_of(const ConversationImage& image) {
    return std::make_shared<ConversationImage>(ConversationImage{
        image.content, image.cuts, image.kv, must(RunningState::copy_of(image.running)), image.checkpoints});
}

bool same_running(const RunningState& left, const RunningState& right) {
    return left.geometry() == right.geometry() && left.position == right.position && left.last_ids == right.last_ids &&
           std::ranges::equal(left.raw(), right.raw());
}

bool same_state(const ConversationImage& left, const ConversationImage& right) {
    if (!(left.content == right.content) || left.cuts != right.cuts || !same_running(left.running, right.running)) {
        return false;
    }
    const KvGeometry& geometry = left.kv.geometry();
    if (!(geometry == right.kv.geometry())) {
        return false;
    }
    const std::size_t bytes = kv_data_bytes(geometry.type, geometry.size);
    const std::size_t scales = kv_scale_count(geometry.type, geometry.size) * sizeof(std::uint16_t);
    const auto same_run = [&](const KvRun& a, const KvRun& b) {
        return std::memcmp(a.data, b.data, bytes) == 0 && (scales == 0 || std::memcmp(a.scales, b.scales, scales) == 0);
    };
    for (std::size_t cell = 0; cell < left.content.size(); ++cell) {
        for (std::size_t layer = 0; layer < geometry.layers; ++layer) {
            for (std::size_t head = 0; head < geometry.heads; ++head) {
                const bool same = same_run(left.kv.key_run(layer, head, cell, cell + 1),
                                           right.kv.key_run(layer, head, cell, cell + 1)) &&
                                  same_run(left.kv.value_run(layer, head, cell, cell + 1),
                                           right.kv.value_run(layer, head, cell, cell + 1));
                if (!same) {
                    return false;
                }
            }
        }
    }
    return true;
}

TokenSequence prompt_after(std::vector<std::int32_t> tokens) {
    tokens.push_back(-7);
    return {std::move(tokens), {}};
}

QString quick_folder() {
    return QDir(QStringLiteral("/dev/shm")).exists() ? QStringLiteral("/dev/shm/strata-XXXXXX")
                                                     : QDir::tempPath() + QStringLiteral("/strata-XXXXXX");
}

std::filesystem::path vault_path(const QTemporaryDir& folder) {
    return std::filesystem::path(folder.path().toStdU16String()) / "vault";
}

std::filesystem::path folder_of(const std::filesystem::path& vault, const ConversationId& id) {
    return vault / hex_text(digest_of_id(id));
}

}  // namespace strata::testing
