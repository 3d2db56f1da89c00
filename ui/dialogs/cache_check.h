#pragma once

#include <optional>
#include <vector>

#include <QDateTime>
#include <QObject>

#include "app/chat_store.h"
#include "app/engine_thread.h"

namespace strata::ui {

/// Checks, scenario by scenario, that keeping conversations changes no answer. Goes on while nobody looks; between two
/// scenarios messages that wait are answered. Remembers how the last check ended.
class CacheCheck : public QObject {
    Q_OBJECT

public:
    enum class RowState { waiting, running, passed, failed, stopped };
    struct Row {
        QString name;
        QString description;
        RowState state = RowState::waiting;
        double fraction = 0;
        QString difference;  ///< the first one, in words; also why it could not be checked
    };
    /// How the last complete check ended.
    struct LastResult {
        QDateTime time;
        bool passed = false;
        QString model;
    };

    /// Both must outlive this. scratch: folder for files while it runs; empty: none on disk.
    CacheCheck(app::EngineThread* engine, app::ChatStore* store, QString scratch, QObject* parent = nullptr);

    bool isRunning() const { return running_ >= 0; }
    const std::vector<Row>& rows() const { return rows_; }
    std::optional<LastResult> lastResult() const;

    void start();
    void cancel();

Q_SIGNALS:
    void changed();

private:
    void next();
    void takeProgress(const QString& scenario, double fraction);
    void takeResults(const std::vector<CacheCheckResult>& results, bool stopped);
    void takeError(const Error& error);
    void stopRest();
    void end();

    app::EngineThread* engine_;
    app::ChatStore* store_;
    const QString scratch_;
    std::vector<Row> rows_;
    int running_ = -1;  ///< row; -1: none
};

}  // namespace strata::ui
