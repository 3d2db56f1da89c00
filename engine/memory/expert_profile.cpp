#include "memory/expert_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/assert.h"
#include "base/atomic_file.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "base/little_endian.h"
#include "base/system_failure.h"

namespace strata {
namespace {

constexpr std::string_view kMagic = "STRP";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kModelBytes = 32;  // SHA-256 of the model's digest
constexpr std::size_t kHeaderBytes = 4 + 4 * sizeof(std::uint32_t) + kModelBytes;
constexpr std::size_t kPairBytes = 2 * sizeof(std::uint16_t) + sizeof(std::uint32_t);
constexpr std::size_t kSealBytes = sizeof(Sha256);

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

tl::unexpected<Error> bad(const std::filesystem::path& path, std::string_view what) {
    return fail(ErrorCode::bad_file, fmt::format("{}: {}", path_text(path), what));
}

}  // namespace

ExpertProfile::ExpertProfile(std::size_t layers, std::size_t experts_per_layer)
    : layers_(layers), experts_(experts_per_layer), heat_(layers * experts_per_layer, 0.0F), batches_(layers, 0) {
    STRATA_ASSERT(layers <= kMostLayers && experts_per_layer <= kMostExperts, "the file can number all experts");
}

void ExpertProfile::note(std::size_t layer, std::span<const std::int32_t> experts) {
    float* heat = heat_.data() + layer * experts_;
    for (const std::int32_t expert : experts) {
        heat[expert] += 1.0F;
    }
    if (++batches_[layer] == kBatchesPerFade) {
        batches_[layer] = 0;
        for (std::size_t expert = 0; expert < experts_; ++expert) {
            heat[expert] *= kFade;
        }
    }
    has_news_ = true;
}

std::vector<ExpertId> ExpertProfile::ranking() const {
    std::vector<ExpertId> ids;
    for (std::size_t i = 0; i < heat_.size(); ++i) {
        if (heat_[i] > 0.0F) {
            ids.push_back({i / experts_, i % experts_});
        }
    }
    std::ranges::stable_sort(ids, [this](const ExpertId& a, const ExpertId& b) {
        return heat(a.layer, a.expert) > heat(b.layer, b.expert);
    });
    return ids;
}

// Everything is checked before anything is used: sizes against what the model needs, then the seal over all bytes, then
// each pair.
Result<ExpertProfile> ExpertProfile::read(const std::filesystem::path& path, std::string_view model, std::size_t layers,
                                          std::size_t experts_per_layer) {
    STRATA_TRY(const File file, File::open_own(path, File::Mode::read));
    STRATA_TRY(const std::uint64_t size, file.size());
    const std::size_t most = kHeaderBytes + layers * experts_per_layer * kPairBytes + kSealBytes;
    if (size < kHeaderBytes + kSealBytes || size > most) {
        return bad(path, fmt::format("has {} bytes, an expert profile of this model has {} at most", size, most));
    }
    std::vector<std::byte> bytes(size);
    STRATA_CHECK(file.read(0, bytes));
    const std::byte* at = bytes.data();
    const auto number = [&](std::size_t index) {
        return load_little_endian<std::uint32_t>(at + kMagic.size() + index * sizeof(std::uint32_t));
    };
    if (std::memcmp(at, kMagic.data(), kMagic.size()) != 0 || number(0) != kVersion) {
        return bad(path, "is no expert profile that this program can read");
    }
    if (number(1) != layers || number(2) != experts_per_layer) {
        return bad(path, fmt::format("is of a model with {} layers of {} experts, not {} of {}", number(1), number(2),
                                     layers, experts_per_layer));
    }
    const std::size_t pairs = number(3);
    if (size != kHeaderBytes + pairs * kPairBytes + kSealBytes) {
        return bad(path, "is not as long as it says");
    }
    const Sha256 seal = sha256(std::span(bytes).first(size - kSealBytes));
    if (std::memcmp(seal.data(), at + size - kSealBytes, kSealBytes) != 0) {
        return bad(path, "is damaged");
    }
    const Sha256 own = sha256(bytes_of(model));
    if (std::memcmp(own.data(), at + kHeaderBytes - kModelBytes, kModelBytes) != 0) {
        return fail(ErrorCode::wrong_model, fmt::format("{}: is the profile of another model", path_text(path)));
    }
    ExpertProfile profile(layers, experts_per_layer);
    at += kHeaderBytes;
    for (std::size_t i = 0; i < pairs; ++i, at += kPairBytes) {
        const std::size_t layer = load_little_endian<std::uint16_t>(at);
        const std::size_t expert = load_little_endian<std::uint16_t>(at + sizeof(std::uint16_t));
        const auto heat = std::bit_cast<float>(load_little_endian<std::uint32_t>(at + 2 * sizeof(std::uint16_t)));
        if (layer >= layers || expert >= experts_per_layer || !std::isfinite(heat) || heat <= 0.0F) {
            return bad(path, fmt::format("pair {} is none: layer {}, expert {}, heat {}", i, layer, expert, heat));
        }
        float& place = profile.heat_[layer * experts_per_layer + expert];
        if (place > 0.0F) {
            return bad(path, fmt::format("layer {}, expert {} occurs twice", layer, expert));
        }
        place = heat;
    }
    return profile;
}

Result<void> ExpertProfile::write(const std::filesystem::path& path, std::string_view model) {
    const std::vector<ExpertId> pairs = ranking();
    std::vector<std::byte> bytes(kHeaderBytes + pairs.size() * kPairBytes);
    std::byte* at = bytes.data();
    std::memcpy(at, kMagic.data(), kMagic.size());
    at += kMagic.size();
    for (const std::size_t number : {std::size_t{kVersion}, layers_, experts_, pairs.size()}) {
        store_little_endian(at, static_cast<std::uint32_t>(number));
        at += sizeof(std::uint32_t);
    }
    std::memcpy(at, sha256(bytes_of(model)).data(), kModelBytes);
    at += kModelBytes;
    for (const ExpertId& id : pairs) {
        store_little_endian(at, static_cast<std::uint16_t>(id.layer));
        store_little_endian(at + sizeof(std::uint16_t), static_cast<std::uint16_t>(id.expert));
        store_little_endian(at + 2 * sizeof(std::uint16_t), std::bit_cast<std::uint32_t>(heat(id.layer, id.expert)));
        at += kPairBytes;
    }
    const Sha256 seal = sha256(bytes);
    STRATA_TRY(AtomicFile file, AtomicFile::create(path, Access::owner_only));
    STRATA_CHECK(file.write(bytes));
    STRATA_CHECK(file.write(std::as_bytes(std::span(seal))));
    STRATA_CHECK(file.commit());
    has_news_ = false;
    return {};
}

}  // namespace strata
