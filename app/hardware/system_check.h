#pragma once

#include <memory>

#include <QObject>
#include <QThreadPool>

#include "app/hardware/system_facts.h"

namespace strata::app {

/// Asks the machine everything. Takes up to seconds (a drive that sleeps, a driver that starts); any thread.
SystemFacts readSystemFacts();

/// Reads the facts on a thread of its own and keeps the last ones. Lives on the window's thread.
class SystemCheck : public QObject {
    Q_OBJECT

public:
    using Reader = SystemFacts (*)();

    explicit SystemCheck(Reader reader = readSystemFacts, QObject* parent = nullptr);
    /// Waits for a reading that runs.
    ~SystemCheck() override;

    /// Reports with `finished`; while one runs, that one's end counts.
    void start();
    bool isRunning() const { return running_; }
    /// The last facts; none before the first check has ended.
    const std::shared_ptr<const SystemFacts>& facts() const { return facts_; }

Q_SIGNALS:
    void started();
    void finished();

private:
    const Reader reader_;
    QThreadPool pool_;
    std::shared_ptr<const SystemFacts> facts_;
    bool running_ = false;
};

}  // namespace strata::app
