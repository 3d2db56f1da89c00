#include "ui/dialogs/cache_check.h"

#include <algorithm>
#include <utility>

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include "strata/cache_check.h"

namespace strata::ui {
namespace {

const QString kLastCheck = QStringLiteral("last_check");

std::vector<CacheCheck::Row> emptyRows() {
    std::vector<CacheCheck::Row> rows;
    for (const CacheCheckScenario& scenario : cache_check_scenarios()) {
        CacheCheck::Row row;
        row.name = QString::fromStdString(scenario.name);
        row.description = QString::fromStdString(scenario.description);
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace

CacheCheck::CacheCheck(app::EngineThread* engine, app::ChatStore* store, QString scratch, QObject* parent)
    : QObject(parent), engine_(engine), store_(store), scratch_(std::move(scratch)), rows_(emptyRows()) {
    connect(engine, &app::EngineThread::checkProgress, this, &CacheCheck::takeProgress);
    connect(engine, &app::EngineThread::checkFinished, this, &CacheCheck::takeResults);
    connect(engine, &app::EngineThread::checkFailed, this, &CacheCheck::takeError);
}

std::optional<CacheCheck::LastResult> CacheCheck::lastResult() const {
    const auto stored = store_->state(kLastCheck);
    if (!stored || !*stored) {
        return std::nullopt;
    }
    const QJsonObject object = QJsonDocument::fromJson((*stored)->toUtf8()).object();
    const QDateTime time = QDateTime::fromString(object[QLatin1String("time")].toString(), Qt::ISODate);
    if (!time.isValid()) {
        return std::nullopt;
    }
    return LastResult{time.toLocalTime(), object[QLatin1String("passed")].toBool(),
                      object[QLatin1String("model")].toString()};
}

void CacheCheck::start() {
    if (isRunning() || rows_.empty()) {
        return;
    }
    rows_ = emptyRows();
    if (!scratch_.isEmpty()) {
        QDir().mkpath(scratch_);  // if that fails, the engine says so
    }
    next();
}

void CacheCheck::cancel() {
    if (isRunning()) {
        engine_->stopCheck();
    }
}

/// Lets the engine play the next scenario; ends after the last one.
void CacheCheck::next() {
    ++running_;
    if (running_ == static_cast<int>(rows_.size())) {
        end();
        return;
    }
    Row& row = rows_[static_cast<std::size_t>(running_)];
    row.state = RowState::running;
    CacheCheckOptions options;
    options.scenarios = {row.name.toStdString()};
    if (!scratch_.isEmpty()) {
        options.scratch_folder = QFileInfo(scratch_).filesystemAbsoluteFilePath();
    }
    engine_->check(std::move(options));
    Q_EMIT changed();
}

void CacheCheck::takeProgress(const QString& scenario, double fraction) {
    if (isRunning() && rows_[static_cast<std::size_t>(running_)].name == scenario) {
        rows_[static_cast<std::size_t>(running_)].fraction = fraction;
        Q_EMIT changed();
    }
}

void CacheCheck::takeResults(const std::vector<CacheCheckResult>& results, bool stopped) {
    if (!isRunning()) {
        return;
    }
    if (stopped || results.empty()) {
        stopRest();
        return;
    }
    Row& row = rows_[static_cast<std::size_t>(running_)];
    row.state = results.front().passed ? RowState::passed : RowState::failed;
    row.fraction = 1;
    row.difference = QString::fromStdString(results.front().difference);
    next();
}

void CacheCheck::takeError(const Error& error) {
    if (!isRunning()) {
        return;
    }
    Row& row = rows_[static_cast<std::size_t>(running_)];
    row.difference = QString::fromStdString(error.message);
    row.state = RowState::failed;
    stopRest();
}

/// Ends the check before it is complete; it then says nothing about the program.
void CacheCheck::stopRest() {
    for (Row& row : rows_) {
        if (row.state == RowState::waiting || row.state == RowState::running) {
            row.state = RowState::stopped;
        }
    }
    running_ = -1;
    Q_EMIT changed();
}

void CacheCheck::end() {
    running_ = -1;
    const bool passed =
        std::all_of(rows_.begin(), rows_.end(), [](const Row& row) { return row.state == RowState::passed; });
    const auto status = engine_->status();
    const QJsonObject result{
        {QStringLiteral("time"), QDateTime::currentDateTimeUtc().toString(Qt::ISODate)},
        {QStringLiteral("passed"), passed},
        {QStringLiteral("model"), status ? QString::fromStdString(status->model_name) : QString()}};
    // Not being able to note it changes nothing about the result; the next check notes its own.
    static_cast<void>(
        store_->setState(kLastCheck, QString::fromUtf8(QJsonDocument(result).toJson(QJsonDocument::Compact))));
    Q_EMIT changed();
}

}  // namespace strata::ui
