#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>

#include "app/hardware/system_facts.h"
#include "app/memory_use.h"
#include "strata/load_options.h"
#include "strata/memory_need.h"

namespace strata::ui {

class ModelController;
class Notices;
struct Notice;

/// Says when memory is short: before a model is read that has no room beside what runs, and while one is loaded and
/// other programs take what is left. What does not fit is not loaded; what would have to be read from the disk because
/// other programs have the memory is loaded if the person says so. A PC that is too small anyway reads it from there
/// without a word.
class MemoryNotice : public QObject {
    Q_OBJECT

public:
    /// How this PC is asked; what is called on a thread of its own takes a while.
    struct Sources {
        std::function<app::MemoryUse()> memory;
        /// What a load takes beside that; none: the file cannot be read, which loading will say. On a thread of its
        /// own.
        std::function<std::optional<MemoryNeed>(const LoadOptions&, const app::MemoryUse&)> need;
        /// On a thread of its own.
        std::function<std::vector<app::ProgramMemory>()> programs;  ///< biggest first
    };
    /// All must outlive this.
    struct Parts {
        ModelController* model = nullptr;
        Notices* notices = nullptr;
        std::function<void()> load;           ///< the model, as the settings have it
        std::function<void()> show_settings;  ///< of the model and its memory
    };

    /// Between two looks while a model is loaded.
    static constexpr std::chrono::milliseconds kLook{10'000};
    /// With less memory free than this share of all, it is low; with twice as much it is not any more.
    static constexpr double kLowShare = 0.04;

    explicit MemoryNotice(const Parts& parts, QObject* parent = nullptr);
    /// sources: for tests.
    MemoryNotice(const Parts& parts, Sources sources, QObject* parent = nullptr);
    ~MemoryNotice() override;

    /// Looks now instead of in a while.
    void look();

private:
    void followModel();
    void judgeLoad(const MemoryNeed& need, const app::MemoryUse& memory);
    void askPrograms(std::function<void(const QString& names)> then);
    void tellNoRoom(const MemoryNeed& need, quint64 free, const QString& names);
    void tellLow(quint64 free, const QString& names);
    Notice shortage(QString what, const QString& names);
    std::function<void()> answered(std::function<void()> act);

    const Parts parts_;
    const Sources sources_;
    QTimer looking_;
    QThreadPool thread_;  ///< one thread: the drive may be slow to tell what a model takes
    bool loads_ = false;
    bool anyway_ = false;  ///< the person wants this load although there is little room
    bool low_ = false;
};

}  // namespace strata::ui
