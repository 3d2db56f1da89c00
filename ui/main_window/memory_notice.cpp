#include "ui/main_window/memory_notice.h"

#include <algorithm>
#include <utility>

#include <QLocale>
#include <QStringList>

#include "app/hardware/running_programs.h"
#include "strata/hardware.h"
#include "ui/main_window/model_controller.h"
#include "ui/main_window/notices.h"

namespace strata::ui {
namespace {

constexpr int kNamed = 3;          ///< programs that are named
constexpr int kMostForModel = 80;  ///< percent of a PC's memory that a model gets if no other program runs

QString gigabytes(quint64 bytes) {
    return QLocale().toString(static_cast<double>(bytes) / 1e9, 'f', 1);
}

std::optional<MemoryNeed> needOf(const LoadOptions& options, const app::MemoryUse& memory) {
    HardwareInfo hardware;
    hardware.ram_bytes = memory.all_bytes.value_or(0);
    hardware.available_ram_bytes = memory.free_bytes.value_or(0);
    Result<MemoryNeed> need = memory_need(options.model, options, hardware);
    return need && need->why_not.empty() ? std::optional(std::move(*need)) : std::nullopt;
}

MemoryNotice::Sources ownSources() {
    return {app::readMemoryUse, needOf, [] { return app::biggestPrograms(kNamed); }};
}

}  // namespace

MemoryNotice::MemoryNotice(const Parts& parts, QObject* parent) : MemoryNotice(parts, ownSources(), parent) {}

MemoryNotice::MemoryNotice(const Parts& parts, Sources sources, QObject* parent)
    : QObject(parent), parts_(parts), sources_(std::move(sources)) {
    thread_.setMaxThreadCount(1);
    looking_.setInterval(kLook);
    looking_.setTimerType(Qt::VeryCoarseTimer);
    connect(&looking_, &QTimer::timeout, this, &MemoryNotice::look);
    connect(parts.model, &ModelController::activityChanged, this, &MemoryNotice::followModel);
    connect(parts.model, &ModelController::readyChanged, this, [this](bool ready) {
        // A model on another server needs no memory here.
        if (ready && !parts_.model->isRemote()) {
            looking_.start();
        } else {
            looking_.stop();
            low_ = false;
            parts_.notices->remove(Notices::Kind::memory);
        }
    });
}

MemoryNotice::~MemoryNotice() {
    thread_.clear();
    thread_.waitForDone();
}

void MemoryNotice::followModel() {
    const bool loads = parts_.model->isLoading() && !parts_.model->isRemote();
    if (loads == std::exchange(loads_, loads)) {
        return;
    }
    if (!loads) {
        anyway_ = false;
        return;
    }
    parts_.notices->remove(Notices::Kind::memory);
    if (anyway_) {
        return;
    }
    const app::MemoryUse memory = sources_.memory();
    thread_.start([this, memory, options = parts_.model->options()] {
        if (const std::optional<MemoryNeed> need = sources_.need(options, memory)) {
            QMetaObject::invokeMethod(this, [this, need = *need, memory] { judgeLoad(need, memory); });
        }
    });
}

void MemoryNotice::judgeLoad(const MemoryNeed& need, const app::MemoryUse& memory) {
    if (!loads_ || !memory.free_bytes || !memory.all_bytes) {
        return;
    }
    const bool others_have_it = need.fits && need.placement == ExpertPlacement::budget &&
                                parts_.model->options().experts == ExpertPlacement::automatic &&
                                need.total <= *memory.all_bytes / 100 * kMostForModel;
    if (need.fits && !others_have_it) {
        return;
    }
    parts_.model->cancelLoad();
    askPrograms([this, need, free = *memory.free_bytes](const QString& names) { tellNoRoom(need, free, names); });
}

void MemoryNotice::look() {
    const app::MemoryUse memory = sources_.memory();
    if (!memory.free_bytes || !memory.all_bytes) {
        return;
    }
    const double share = static_cast<double>(*memory.free_bytes) / static_cast<double>(*memory.all_bytes);
    if (low_ && share > 2 * kLowShare) {
        low_ = false;
        parts_.notices->remove(Notices::Kind::memory);
    } else if (!low_ && share < kLowShare) {
        low_ = true;  // told once, until there is room again
        askPrograms([this, free = *memory.free_bytes](const QString& names) {
            if (low_) {
                tellLow(free, names);
            }
        });
    }
}

void MemoryNotice::askPrograms(std::function<void(const QString& names)> then) {
    thread_.start([this, then = std::move(then)] {
        QStringList names;
        for (const app::ProgramMemory& program : sources_.programs()) {
            names.append(program.name);
        }
        QMetaObject::invokeMethod(this, [then, names] { then(QLocale().createSeparatedList(names)); });
    });
}

void MemoryNotice::tellNoRoom(const MemoryNeed& need, quint64 free, const QString& names) {
    // Experts may be read from the disk, the rest must lie in memory.
    const std::uint64_t needed = need.fits ? need.total : need.total - std::min(need.experts, need.total);
    Notice notice = shortage(tr("Only %1 GB of memory is free; %2 needs %3.")
                                 .arg(gigabytes(free), parts_.model->modelName(), gigabytes(needed)),
                             names);
    notice.action = tr("Try again");
    notice.act = answered(parts_.load);
    if (need.fits) {
        notice.third_action = tr("Low-memory mode");
        notice.third_act = answered([this] {
            anyway_ = true;
            parts_.load();
        });
    }
    parts_.notices->put(Notices::Kind::memory, std::move(notice));
}

void MemoryNotice::tellLow(quint64 free, const QString& names) {
    Notice notice =
        shortage(tr("Only %1 GB of memory is free, so this PC may become slow.").arg(gigabytes(free)), names);
    notice.action = tr("Free the model’s memory");
    notice.act = answered([this] { parts_.model->unload(); });
    notice.third_action = tr("OK");
    notice.third_act = answered([] {});
    parts_.notices->put(Notices::Kind::memory, std::move(notice));
}

/// What both notices say and offer.
Notice MemoryNotice::shortage(QString what, const QString& names) {
    Notice notice;
    notice.tone = NoticeBar::Tone::error;
    notice.text = std::move(what);
    if (!names.isEmpty()) {
        notice.text += u' ' + tr("The biggest programs are %1.").arg(names);
    }
    notice.second_action = tr("Use a smaller size");
    notice.second_act = answered(parts_.show_settings);
    return notice;
}

/// What a button does: the notice has been answered then.
std::function<void()> MemoryNotice::answered(std::function<void()> act) {
    return [this, act = std::move(act)] {
        parts_.notices->remove(Notices::Kind::memory);
        act();
    };
}

}  // namespace strata::ui
