#include "app/load_settings.h"

#include <tuple>

#include <QDir>
#include <QFileInfo>

namespace strata::app {
namespace {

constexpr double kGib = 1024.0 * 1024.0 * 1024.0;
// Memory that parking must leave free for other programs.
constexpr double kLittleRoom = 1.5, kNormalRoom = 2.5, kMuchRoom = 8.0;

std::uint64_t bytesOf(double gib) {
    return static_cast<std::uint64_t>(gib * kGib);
}

double roomOf(const ModelSettings& model) {
    switch (model.room) {
        case RoomForOthers::little:
            return kLittleRoom;
        case RoomForOthers::normal:
            break;
        case RoomForOthers::much:
            return kMuchRoom;
        case RoomForOthers::by_hand:
            return model.free_memory_gb;
    }
    return kNormalRoom;
}

}  // namespace

LiveLimits limitsOf(const Settings& settings) {
    const ModelSettings& model = settings.model();
    const ParkingSettings& parking = settings.parking();
    LiveLimits limits;
    limits.checkpoints = model.checkpoints;
    limits.checkpoint_spacing = model.checkpoint_spacing;
    limits.short_read = model.short_read;
    limits.minimum_free_memory = bytesOf(roomOf(model));
    if (parking.memory_gb) {
        limits.memory_parking_bytes = bytesOf(*parking.memory_gb);
    }
    if (!parking.on_disk) {
        limits.disk_parking_bytes = 0;
    } else if (parking.disk_gb) {
        limits.disk_parking_bytes = bytesOf(*parking.disk_gb);
    }
    return limits;
}

LoadOptions loadOptionsOf(const Settings& settings, LoadOptions options) {
    const ModelSettings& model = settings.model();
    if (options.context_length == 0) {
        options.context_length = model.context_length;
    }
    if (options.threads == 0) {
        options.threads = model.threads;
    }
    if (options.experts == ExpertPlacement::automatic && model.low_memory) {
        options.experts = ExpertPlacement::budget;
        options.expert_budget_bytes = kLowMemoryExperts;
    }
    options.kv_type = model.kv_type;
    options.limits = limitsOf(settings);
    if (!settings.parking().folder.isEmpty() && !options.conversation_folder.empty()) {
        options.conversation_folder = QFileInfo(settings.parking().folder).filesystemAbsoluteFilePath();
    }
    return options;
}

std::filesystem::path expertProfileIn(const QString& data_folder) {
    return QFileInfo(QDir(data_folder).filePath(QStringLiteral("expert_profile"))).filesystemAbsoluteFilePath();
}

bool needsReload(const ModelSettings& loaded, const ModelSettings& wanted) {
    const auto parts = [](const ModelSettings& settings) {
        return std::tie(settings.model, settings.context_length, settings.low_memory, settings.kv_type,
                        settings.threads);
    };
    return parts(loaded) != parts(wanted);
}

}  // namespace strata::app
