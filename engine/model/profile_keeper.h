#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "gguf/gguf_file.h"
#include "memory/expert_profile.h"
#include "strata/log.h"

namespace strata {

/// Keeps the expert profile of a loaded model in a file: reads it at the start, writes it when the model is let go and
/// now and then in between. What cannot be read or written is told to the log and never a reason not to go on.
class ProfileKeeper {
public:
    static constexpr std::chrono::minutes kBetweenSaves{10};

    /// Null if the file of the model cannot be told from others, or has more experts than a profile can number.
    static std::unique_ptr<ProfileKeeper> open(const std::filesystem::path& path, const GgufFile& file,
                                               const ExpertLayout& layout, const LogSink& log);
    ~ProfileKeeper() { save(); }
    ProfileKeeper(const ProfileKeeper&) = delete;
    ProfileKeeper& operator=(const ProfileKeeper&) = delete;

    ExpertProfile& profile() { return profile_; }
    /// Between requests: writes if it is time.
    void save_if_due();

private:
    ProfileKeeper(std::filesystem::path path, std::string model, ExpertProfile profile, LogSink log);
    void save();

    std::filesystem::path path_;
    std::string model_;
    ExpertProfile profile_;
    LogSink log_;
    std::chrono::steady_clock::time_point saved_;
};

}  // namespace strata
