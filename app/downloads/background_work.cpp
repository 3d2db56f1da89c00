#include "app/downloads/background_work.h"

#include <utility>

#include <QtConcurrentRun>

namespace strata::app {

BackgroundWork::BackgroundWork(QObject* owner) : owner_(owner) {
    pool_.setMaxThreadCount(1);
}

BackgroundWork::~BackgroundWork() {
    stop();
    pool_.waitForDone();
}

void BackgroundWork::run(std::function<void(std::stop_token)> work) {
    stop();
    stop_ = std::stop_source();
    static_cast<void>(QtConcurrent::run(&pool_, [work = std::move(work), token = stop_.get_token()] { work(token); }));
}

void BackgroundWork::stop() {
    stop_.request_stop();
}

void BackgroundWork::post(std::function<void()> event) const {
    QMetaObject::invokeMethod(owner_, std::move(event), Qt::QueuedConnection);
}

WorkProgress BackgroundWork::progress(const std::stop_token& token, std::function<void(qint64, qint64)> report) const {
    WorkProgress progress;
    progress.stop = token;
    progress.report = [this, report = std::move(report)](qint64 done, qint64 total) {
        post([report, done, total] { report(done, total); });
    };
    return progress;
}

}  // namespace strata::app
