#pragma once

#include <chrono>
#include <functional>
#include <vector>

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>

#include "app/hardware/system_facts.h"
#include "app/memory_use.h"

namespace strata::ui {

class ModelController;
class Notices;
struct Notice;

/// Says when memory is short: before a model is read that has no room beside what runs, and while one is loaded and
/// other programs take what is left. What would not fit is not loaded unless the person says so.
class MemoryNotice : public QObject {
    Q_OBJECT

public:
    /// How this PC is asked; the second one takes a while and is called on a thread of its own.
    struct Sources {
        std::function<app::MemoryUse()> memory;
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
    void judgeLoad(quint64 model_bytes);
    void askPrograms(std::function<void(const QString& names)> then);
    void tellNoRoom(quint64 needed, quint64 free, const QString& names);
    void tellLow(quint64 free, const QString& names);
    Notice shortage(QString what, const QString& names);
    std::function<void()> answered(std::function<void()> act);

    const Parts parts_;
    const Sources sources_;
    QTimer looking_;
    QThreadPool thread_;  ///< one thread: the drive may be slow to tell how large a file is
    bool loads_ = false;
    bool anyway_ = false;  ///< the person wants this load although there is no room
    bool low_ = false;
};

}  // namespace strata::ui
