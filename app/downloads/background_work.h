#pragma once

#include <functional>
#include <stop_token>

#include <QObject>
#include <QThreadPool>

#include "app/downloads/file_copy.h"

namespace strata::app {

/// A thread beside the window's on which an object does one long thing after another; a new one ends the one before.
class BackgroundWork {
public:
    /// owner: whose thread hears what happened. Must outlive this; put it last among the owner's members.
    explicit BackgroundWork(QObject* owner);
    /// Stops and waits for the step at work.
    ~BackgroundWork();

    void run(std::function<void(std::stop_token)> work);
    void stop();
    /// Brings what happened to the owner's thread.
    void post(std::function<void()> event) const;
    /// report: called on the owner's thread.
    WorkProgress progress(const std::stop_token& token, std::function<void(qint64 done, qint64 total)> report) const;

private:
    QObject* const owner_;
    std::stop_source stop_;
    QThreadPool pool_;
};

}  // namespace strata::app
