#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "memory/expert_layout.h"
#include "strata/result.h"

namespace strata {

/// Which experts of a model are used most: heat that every use adds to and that fades with time. Kept from start to
/// start in a file (docs/formats/expert_profile.md) that is tied to one model. One thread at a time.
class ExpertProfile {
public:
    /// Batches of a layer after which all heat of that layer has faded to kFade of itself.
    static constexpr std::uint32_t kBatchesPerFade = 256;
    static constexpr float kFade = 0.9F;
    /// The file numbers them with 16 bits.
    static constexpr std::size_t kMostLayers = 65'535, kMostExperts = 65'535;

    /// Without any heat. At most kMostLayers and kMostExperts.
    ExpertProfile(std::size_t layers, std::size_t experts_per_layer);

    /// A batch of a layer used these experts, each counted once.
    void note(std::size_t layer, std::span<const std::int32_t> experts);
    float heat(std::size_t layer, std::size_t expert) const { return heat_[layer * experts_ + expert]; }
    /// All experts that have any heat, hottest first; among equals the lower layer, then the lower expert.
    std::vector<ExpertId> ranking() const;
    /// Something was noted since it was read or written last.
    bool has_news() const { return has_news_; }

    /// model: whose profile it is, as `model_digest` tells. Errors: not_found; bad_file for what is damaged, hostile or
    /// of other dimensions; wrong_model; io_error.
    static Result<ExpertProfile> read(const std::filesystem::path& path, std::string_view model, std::size_t layers,
                                      std::size_t experts_per_layer);
    /// Under a new name first, which is then flushed and renamed. Errors: io_error.
    Result<void> write(const std::filesystem::path& path, std::string_view model);

private:
    std::size_t layers_, experts_;
    std::vector<float> heat_;             ///< [layers × experts]
    std::vector<std::uint32_t> batches_;  ///< [layers] since heat faded last
    bool has_news_ = false;
};

}  // namespace strata
