#pragma once

#include <QDate>
#include <QFutureWatcher>
#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>

#include "strata/result.h"

namespace strata::app {

/// Writes a copy of the chats as chats-<date>.sqlite into a folder, if there is none of this day, and removes all but
/// the last three. May wait for the disk. Errors: io_error, bad_file; the copies that are there then stay.
Result<void> backUpChats(const QString& database, const QString& folder, const QDate& today);

/// Makes the daily copy beside the window's thread: at the start, and when a day begins while the program runs.
class ChatBackup : public QObject {
    Q_OBJECT

public:
    static constexpr int kKept = 3;

    /// database: path of the file; empty: there is none to copy. The copies lie in `backup` beside it.
    explicit ChatBackup(const QString& database, QObject* parent = nullptr);
    /// Waits for a copy that is being written.
    ~ChatBackup() override;

    void start();
    /// Replaces the copies by a new one: something was deleted for good, and they still have it.
    void renew();

Q_SIGNALS:
    void made();
    void failed(const strata::Error& error);

private:
    void makeCopy();
    QString folder() const;

    const QString database_;
    QDate made_on_;
    QTimer looking_;
    QThreadPool pool_;
    QFutureWatcher<Result<void>> writing_;
};

}  // namespace strata::app
