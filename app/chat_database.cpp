#include "app/chat_database.h"

#include <array>
#include <atomic>
#include <utility>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSqlError>
#include <QSqlQuery>
#include <QtEndian>
#include <QVariant>

#include "app/downloads/disk_file.h"

namespace strata::app {
namespace {

// Codes of SQLite, as its documentation lists them.
constexpr int kCorrupt = 11;
constexpr int kFull = 13;
constexpr int kNotADatabase = 26;
constexpr int kPrimaryCode = 0xFF;  ///< the part of a code that says what, not where

// The head of an SQLite file: https://www.sqlite.org/fileformat.html, section 1.3.
constexpr std::size_t kHeadBytes = 100;
constexpr std::size_t kVersionOffset = 60;
constexpr QByteArrayView kMagic("SQLite format 3\0", 16);

Error errorOf(const QSqlError& error) {
    const int code = error.nativeErrorCode().toInt() & kPrimaryCode;
    const std::string text = error.databaseText().toStdString();
    if (code == kCorrupt || code == kNotADatabase) {
        return {ErrorCode::bad_file, text};
    }
    return {ErrorCode::io_error, code == kFull ? "the disk is full" : text};
}

tl::unexpected<Error> failWith(ErrorCode code, const QString& message) {
    return tl::unexpected(Error{code, message.toStdString()});
}

QString nextConnectionName() {
    static std::atomic<int> count{0};
    return QStringLiteral("chats-%1").arg(++count);
}

/// Looks at the first bytes, so that a file that is not ours or newer than us is not even opened for writing.
Result<void> checkHead(const QString& path, std::size_t newest) {
    QFile file(path);
    if (!file.exists() || file.size() == 0) {
        return {};
    }
    std::array<char, kHeadBytes> head{};
    if (!file.open(QIODevice::ReadOnly)) {
        return failWith(ErrorCode::io_error, file.errorString());
    }
    if (file.read(head.data(), kHeadBytes) != static_cast<qint64>(kHeadBytes) ||
        QByteArrayView(head.data(), kMagic.size()) != kMagic) {
        return failWith(ErrorCode::bad_file, QStringLiteral("the file is not a database"));
    }
    if (qFromBigEndian<quint32>(head.data() + kVersionOffset) > newest) {
        return failWith(ErrorCode::unsupported_format, QStringLiteral("a newer version of this program made the file"));
    }
    return {};
}

/// Makes an empty file that only its user can read; SQLite gives the files beside it the same rights.
Result<void> makePrivate(const QString& path) {
    constexpr QFileDevice::Permissions kOwnerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
    QFile file(path);
    if (file.exists()) {
        static_cast<void>(file.setPermissions(kOwnerOnly));
    } else if (!file.open(QIODevice::WriteOnly, kOwnerOnly)) {
        return failWith(ErrorCode::io_error, file.errorString());
    }
    return {};
}

/// SQLite does not see to it that a copy has reached the disk.
Result<void> flush(const QString& path) {
    auto file = DiskFile::openOwn(path);
    const auto done = file ? file->flush() : tl::unexpected(file.error());
    return done ? Result<void>() : failWith(ErrorCode::io_error, done.error().reason);
}

/// A file that says that something could not be read.
QString checkMark(const QString& path) {
    return path + QStringLiteral("-check");
}

/// Whether to look at every page before the file is used. That takes 1.5 ms for each megabyte, so a large file is
/// looked at only after the program did not end as it should, and after damage in it showed when a chat was read.
bool wantsCheck(const QString& path) {
    constexpr qint64 kAlwaysBelow = 32LL << 20;
    return QFileInfo(path).size() < kAlwaysBelow || QFile::exists(path + QStringLiteral("-wal")) ||
           QFile::exists(checkMark(path));
}

}  // namespace

ChatDatabase::ChatDatabase() : name_(nextConnectionName()) {
    QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name_);
}

ChatDatabase::~ChatDatabase() {
    connection().close();
    QSqlDatabase::removeDatabase(name_);
}

Result<std::unique_ptr<ChatDatabase>> ChatDatabase::open(const QString& path, const SchemaSteps& steps) {
    if (auto head = checkHead(path, steps.size()); !head) {
        return tl::unexpected(head.error());
    }
    if (auto made = makePrivate(path); !made) {
        return tl::unexpected(made.error());
    }
    const bool checks = wantsCheck(path);
    QFile::remove(checkMark(path));
    std::unique_ptr<ChatDatabase> database(new ChatDatabase);
    auto opened = database->openFile(path)
                      .and_then([&] { return checks ? database->checkPages() : Result<void>(); })
                      .and_then([&] { return database->migrate(path, steps); });
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    return database;
}

Result<std::unique_ptr<ChatDatabase>> ChatDatabase::openToRead(const QString& path) {
    std::unique_ptr<ChatDatabase> database(new ChatDatabase);
    QSqlDatabase file = database->connection();
    file.setDatabaseName(path);
    file.setConnectOptions(QStringLiteral("QSQLITE_OPEN_READONLY;QSQLITE_BUSY_TIMEOUT=200"));
    if (!file.open()) {
        return tl::unexpected(errorOf(file.lastError()));
    }
    const auto found = database->version();
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (*found != static_cast<int>(chatSchema().size())) {
        return failWith(ErrorCode::unsupported_format, QStringLiteral("the file is of another version"));
    }
    return database;
}

Result<std::unique_ptr<ChatDatabase>> ChatDatabase::openDamaged(const QString& path) {
    std::unique_ptr<ChatDatabase> database(new ChatDatabase);
    QSqlDatabase file = database->connection();
    file.setDatabaseName(path);
    if (!file.open()) {
        return tl::unexpected(errorOf(file.lastError()));
    }
    return database;
}

Result<std::unique_ptr<ChatDatabase>> ChatDatabase::openInMemory(const SchemaSteps& steps) {
    const QString path = QStringLiteral(":memory:");
    std::unique_ptr<ChatDatabase> database(new ChatDatabase);
    auto opened = database->openFile(path).and_then([&] { return database->migrate(path, steps); });
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    return database;
}

Result<void> ChatDatabase::openFile(const QString& path) {
    QSqlDatabase file = connection();
    if (!file.isValid()) {
        return failWith(ErrorCode::io_error, QStringLiteral("the part of Qt that reads SQLite files is not installed"));
    }
    file.setDatabaseName(path);
    file.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=200"));
    if (!file.open()) {
        return tl::unexpected(errorOf(file.lastError()));
    }
    // FULL: what was said to be stored is there after a power cut. secure_delete: what was deleted is overwritten.
    return run({QStringLiteral("PRAGMA foreign_keys = ON"), QStringLiteral("PRAGMA journal_mode = WAL"),
                QStringLiteral("PRAGMA synchronous = FULL"), QStringLiteral("PRAGMA secure_delete = ON")});
}

/// Errors: bad_file if a part of the file cannot be what it should.
Result<void> ChatDatabase::checkPages() const {
    auto query = prepare(QStringLiteral("PRAGMA quick_check(1)"));
    if (!query) {
        return tl::unexpected(query.error());
    }
    if (auto done = execute(*query); !done) {
        return done;
    }
    if (!query->next() || query->value(0).toString() != QLatin1String("ok")) {
        return failWith(ErrorCode::bad_file, query->value(0).toString());
    }
    return {};
}

Result<int> ChatDatabase::version() const {
    auto query = prepare(QStringLiteral("PRAGMA user_version"));
    if (!query) {
        return tl::unexpected(query.error());
    }
    if (auto done = execute(*query); !done) {
        return tl::unexpected(done.error());
    }
    return query->next() ? query->value(0).toInt() : 0;
}

Result<void> ChatDatabase::migrate(const QString& path, const SchemaSteps& steps) {
    const auto found = version();
    if (!found) {
        return tl::unexpected(found.error());
    }
    const int newest = static_cast<int>(steps.size());
    if (*found > newest) {
        return failWith(ErrorCode::unsupported_format, QStringLiteral("a newer version of this program made the file"));
    }
    if (*found > 0 && *found < newest) {
        const QFileInfo file(path);
        const QString copy = file.dir().filePath(
            QStringLiteral("%1-version-%2.%3").arg(file.completeBaseName()).arg(*found).arg(file.suffix()));
        QFile::remove(copy);  // of an earlier attempt
        if (auto kept = copyTo(copy); !kept) {
            return kept;
        }
    }
    for (int step = *found; step < newest; ++step) {
        ChatTransaction transaction(*this);
        auto done = run(steps[static_cast<std::size_t>(step)])
                        .and_then([&] { return run({QStringLiteral("PRAGMA user_version = %1").arg(step + 1)}); })
                        .and_then([&] { return transaction.commit(); });
        if (!done) {
            return done;
        }
    }
    return {};
}

Result<void> ChatDatabase::copyTo(const QString& path) {
    return makePrivate(path)
        .and_then([&] {
            return run({QStringLiteral("VACUUM INTO '%1'").arg(QString(path).replace(u'\'', QLatin1String("''")))});
        })
        .and_then([&] { return flush(path); });
}

Result<QSqlQuery> ChatDatabase::prepare(const QString& sql) const {
    QSqlQuery query(connection());
    query.setForwardOnly(true);
    if (!query.prepare(sql)) {
        return tl::unexpected(errorOf(query.lastError()));
    }
    return query;
}

Result<void> ChatDatabase::run(const QStringList& statements) {
    for (const QString& statement : statements) {
        QSqlQuery query(connection());
        if (!query.exec(statement)) {
            return tl::unexpected(errorOf(query.lastError()));
        }
    }
    return {};
}

Result<QSqlQuery> ChatDatabase::select(const QString& sql, const QVariantList& values) const {
    auto query = prepare(sql);
    if (!query) {
        return query;
    }
    for (const QVariant& value : values) {
        query->addBindValue(value);
    }
    if (auto done = execute(*query); !done) {
        return tl::unexpected(done.error());
    }
    return query;
}

Result<void> ChatDatabase::change(const QString& sql, const QVariantList& values) {
    return select(sql, values).map([](const QSqlQuery&) {});
}

void ChatDatabase::checkAtNextOpening(const QString& path) {
    QFile mark(checkMark(path));
    static_cast<void>(mark.open(QIODevice::WriteOnly));  // an empty file says it
}

Result<qint64> ChatDatabase::lastKey() const {
    return select(QStringLiteral("SELECT last_insert_rowid()")).map([](QSqlQuery&& query) {
        return query.next() ? query.value(0).toLongLong() : 0;
    });
}

ChatTransaction::ChatTransaction(ChatDatabase& database)
    : database_(database), open_(database.run({QStringLiteral("BEGIN IMMEDIATE")})) {}

ChatTransaction::~ChatTransaction() {
    if (open_ && !done_) {
        static_cast<void>(database_.run({QStringLiteral("ROLLBACK")}));
    }
}

Result<void> ChatTransaction::commit() {
    if (!open_) {
        return open_;
    }
    auto committed = database_.run({QStringLiteral("COMMIT")});
    done_ = committed.has_value();
    return committed;
}

Result<void> execute(QSqlQuery& query) {
    if (!query.exec()) {
        return tl::unexpected(errorOf(query.lastError()));
    }
    return {};
}

}  // namespace strata::app
