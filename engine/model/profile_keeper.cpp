#include "model/profile_keeper.h"

#include <fmt/format.h>

#include <utility>

#include "state/model_digest.h"

namespace strata {

std::unique_ptr<ProfileKeeper> ProfileKeeper::open(const std::filesystem::path& path, const GgufFile& file,
                                                   const ExpertLayout& layout, const LogSink& log) {
    const Result<std::string> model = model_digest(file);
    if (!model || layout.layer_count() > ExpertProfile::kMostLayers ||
        layout.expert_count() > ExpertProfile::kMostExperts) {
        return nullptr;
    }
    Result<ExpertProfile> read = ExpertProfile::read(path, *model, layout.layer_count(), layout.expert_count());
    if (!read && read.error().code != ErrorCode::not_found && log) {
        log(LogLevel::warning, fmt::format("the expert profile is not used: {}", read.error().message));
    }
    ExpertProfile profile = read ? std::move(*read) : ExpertProfile(layout.layer_count(), layout.expert_count());
    return std::unique_ptr<ProfileKeeper>(new ProfileKeeper(path, *model, std::move(profile), log));
}

ProfileKeeper::ProfileKeeper(std::filesystem::path path, std::string model, ExpertProfile profile, LogSink log)
    : path_(std::move(path)),
      model_(std::move(model)),
      profile_(std::move(profile)),
      log_(std::move(log)),
      saved_(std::chrono::steady_clock::now()) {}

void ProfileKeeper::save_if_due() {
    if (std::chrono::steady_clock::now() - saved_ >= kBetweenSaves) {
        save();
    }
}

void ProfileKeeper::save() {
    saved_ = std::chrono::steady_clock::now();
    if (!profile_.has_news()) {
        return;
    }
    if (const Result<void> written = profile_.write(path_, model_); !written && log_) {
        log_(LogLevel::warning, fmt::format("the expert profile was not saved: {}", written.error().message));
    }
}

}  // namespace strata
