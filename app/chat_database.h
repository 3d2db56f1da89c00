#pragma once

#include <memory>

#include <QSqlDatabase>
#include <QString>
#include <QStringList>
#include <QVariantList>

#include "app/chat_schema.h"
#include "strata/result.h"

class QSqlQuery;

namespace strata::app {

/// An open SQLite file of a known schema version, with its connection. Lives on one thread.
class ChatDatabase {
public:
    /// Opens or makes the file, readable by its user alone, and brings an older one to the newest version; a copy of
    /// the older one stays beside it. Errors: unsupported_format for a newer version and bad_file for a damaged file,
    /// both then are as they were; io_error for everything else.
    static Result<std::unique_ptr<ChatDatabase>> open(const QString& path, const SchemaSteps& steps = chatSchema());
    /// Opens a file of this program's version to read from it beside somebody who writes. Errors: as of open.
    static Result<std::unique_ptr<ChatDatabase>> openToRead(const QString& path);
    /// Opens a file to read from it what can still be read; nothing of it is checked. Errors: io_error, bad_file.
    static Result<std::unique_ptr<ChatDatabase>> openDamaged(const QString& path);
    /// A database that is gone with the object.
    static Result<std::unique_ptr<ChatDatabase>> openInMemory(const SchemaSteps& steps = chatSchema());

    ~ChatDatabase();
    ChatDatabase(const ChatDatabase&) = delete;
    ChatDatabase& operator=(const ChatDatabase&) = delete;

    /// A prepared query. Errors: io_error, bad_file.
    Result<QSqlQuery> prepare(const QString& sql) const;
    /// Runs statements without values. Errors: io_error, bad_file.
    Result<void> run(const QStringList& statements);
    /// Runs one statement; the values take the places of its question marks in order. Errors: io_error, bad_file.
    Result<void> change(const QString& sql, const QVariantList& values = {});
    /// Runs one question; its rows are to be read with next(). Errors: io_error, bad_file.
    Result<QSqlQuery> select(const QString& sql, const QVariantList& values = {}) const;
    /// Writes a copy of the whole into a new file that only its user can read, and flushes it. Errors: io_error.
    Result<void> copyTo(const QString& path);
    /// Lets every page of a file be looked at when it is opened the next time.
    static void checkAtNextOpening(const QString& path);

    /// The key of the row that was inserted last.
    Result<qint64> lastKey() const;

private:
    friend class ChatTransaction;

    ChatDatabase();
    Result<void> openFile(const QString& path);
    Result<int> version() const;
    Result<void> checkPages() const;
    Result<void> migrate(const QString& path, const SchemaSteps& steps);
    QSqlDatabase connection() const { return QSqlDatabase::database(name_, false); }

    const QString name_;  ///< of the connection; unique in the process
};

/// Several changes of a database that happen together or not at all: undone at its end unless committed.
class ChatTransaction {
public:
    explicit ChatTransaction(ChatDatabase& database);
    ~ChatTransaction();
    ChatTransaction(const ChatTransaction&) = delete;
    ChatTransaction& operator=(const ChatTransaction&) = delete;

    Result<void> commit();

private:
    ChatDatabase& database_;
    Result<void> open_;
    bool done_ = false;
};

/// Runs a prepared query. Errors: io_error, bad_file.
Result<void> execute(QSqlQuery& query);

}  // namespace strata::app
