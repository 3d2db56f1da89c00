#include "app/downloads/resume_record.h"

#include <algorithm>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "app/catalog/outside_name.h"
#include "app/whole_file.h"

namespace strata::app {
namespace {

constexpr qint64 kMostBytes = 32 << 20;
constexpr qint64 kLargestFile = qint64{1} << 43;

std::optional<QJsonObject> readObject(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly) || file.size() > kMostBytes) {
        return std::nullopt;
    }
    const QJsonDocument document = QJsonDocument::fromJson(file.readAll());
    return document.isObject() ? std::optional(document.object()) : std::nullopt;
}

Result<void> writeObject(const QString& path, const QJsonObject& object) {
    return replaceWholeFile(path, QJsonDocument(object).toJson(QJsonDocument::Compact));
}

bool isDigest(const QByteArray& text) {
    return text.size() == 64 &&
           std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

QJsonObject objectOf(const CatalogFile& file) {
    QJsonObject object{{"id", file.id},
                       {"repository", file.repository},
                       {"revision", file.revision},
                       {"path", file.path},
                       {"folder", file.folder},
                       {"role", static_cast<int>(file.role)},
                       {"sha256", QString::fromLatin1(file.sha256)}};
    if (file.bytes) {
        object.insert("bytes", *file.bytes);
    }
    return object;
}

std::optional<CatalogFile> fileOf(const QJsonObject& object) {
    CatalogFile file;
    file.id = object.value("id").toString();
    file.repository = object.value("repository").toString();
    file.revision = object.value("revision").toString();
    file.path = object.value("path").toString();
    file.folder = object.value("folder").toString();
    file.role = static_cast<FileRole>(std::clamp(object.value("role").toInt(), 0, static_cast<int>(FileRole::draft)));
    file.sha256 = object.value("sha256").toString().toLatin1();
    if (object.contains("bytes")) {
        file.bytes = object.value("bytes").toInteger();
    }
    const bool fine = isSafeName(file.id) && isSafePath(file.repository) && isSafePath(file.path) &&
                      isSafeName(file.folder) && (file.revision.isEmpty() || isSafeName(file.revision)) &&
                      (file.sha256.isEmpty() || isDigest(file.sha256)) &&
                      (!file.bytes || (*file.bytes > 0 && *file.bytes <= kLargestFile));
    return fine ? std::optional(file) : std::nullopt;
}

/// Reads the list of pieces; one that does not fit the file counts as nothing at all.
void readPieces(const QJsonObject& object, ResumeRecord& record) {
    const qint64 length = object.value("bytes").toInteger();
    const qint64 piece = object.value("piece_bytes").toInteger();
    if (length <= 0 || length > kLargestFile || piece <= 0 || piece > kLargestFile) {
        return;
    }
    const QJsonArray pieces = object.value("pieces").toArray();
    if (pieces.size() != (length - 1) / piece + 1) {
        return;
    }
    record.setLength(length, piece);
    for (qsizetype i = 0; i < pieces.size(); ++i) {
        const QByteArray digest = pieces.at(i).toString().toLatin1();
        if (isDigest(digest)) {
            record.pieces[static_cast<std::size_t>(i)] = digest;
        }
    }
    record.tail_sha256 = object.value("tail_sha256").toString().toLatin1();
    const qint64 tail = object.value("tail_bytes").toInteger();
    record.tail_bytes = isDigest(record.tail_sha256) && tail > 0 && tail < piece ? tail : 0;
    record.again_from = std::clamp<qint64>(object.value("again_from").toInteger(-1), -1, length);
    record.again_round = std::clamp(object.value("again_round").toInt(), 0, 9);
}

}  // namespace

void ResumeRecord::setLength(qint64 length, qint64 bytes_of_piece) {
    if (length == bytes && bytes_of_piece == piece_bytes) {
        return;
    }
    bytes = length;
    piece_bytes = bytes_of_piece;
    pieces.assign(static_cast<std::size_t>((length - 1) / bytes_of_piece + 1), QByteArray());
    tail_bytes = 0;
    tail_sha256.clear();
    again_from = -1;
}

qint64 ResumeRecord::pieceEnd(std::size_t piece) const {
    return std::min(pieceBegin(piece) + piece_bytes, bytes);
}

qint64 ResumeRecord::bytesDone() const {
    qint64 sum = tail_bytes;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        sum += pieces[i].isEmpty() ? 0 : pieceEnd(i) - pieceBegin(i);
    }
    return sum;
}

QString partPath(const QString& path) {
    return path + QStringLiteral(".part");
}

QString recordPath(const QString& path) {
    return path + QStringLiteral(".resume");
}

QString finishMarkPath(const QString& path) {
    return path + QStringLiteral(".complete");
}

std::optional<ResumeRecord> readResumeRecord(const QString& path) {
    const auto object = readObject(path);
    const auto file = object ? fileOf(object->value("file").toObject()) : std::nullopt;
    if (!file) {
        return std::nullopt;
    }
    ResumeRecord record;
    record.file = *file;
    record.order = object->value("order").toInt();
    record.paused = object->value("paused").toBool();
    record.sha256 = object->value("sha256").toString().toLatin1();
    if (!isDigest(record.sha256)) {
        record.sha256.clear();
    }
    record.from_server = object->value("from_server").toBool();
    record.base = object->value("base").toString();
    record.etag = object->value("etag").toString().toLatin1();
    readPieces(*object, record);
    return record;
}

Result<void> writeResumeRecord(const QString& path, const ResumeRecord& record) {
    QJsonArray pieces;
    for (const QByteArray& digest : record.pieces) {
        pieces.append(QString::fromLatin1(digest));
    }
    return writeObject(path, {{"file", objectOf(record.file)},
                              {"order", record.order},
                              {"paused", record.paused},
                              {"bytes", record.bytes},
                              {"sha256", QString::fromLatin1(record.sha256)},
                              {"from_server", record.from_server},
                              {"base", record.base},
                              {"etag", QString::fromLatin1(record.etag)},
                              {"piece_bytes", record.piece_bytes},
                              {"pieces", pieces},
                              {"tail_bytes", record.tail_bytes},
                              {"tail_sha256", QString::fromLatin1(record.tail_sha256)},
                              {"again_from", record.again_from},
                              {"again_round", record.again_round}});
}

std::optional<FinishMark> readFinishMark(const QString& path) {
    const auto object = readObject(path);
    if (!object) {
        return std::nullopt;
    }
    FinishMark mark;
    mark.id = object->value("id").toString();
    mark.repository = object->value("repository").toString();
    mark.revision = object->value("revision").toString();
    mark.path = object->value("path").toString();
    mark.bytes = object->value("bytes").toInteger();
    mark.sha256 = object->value("sha256").toString().toLatin1();
    mark.independently_checked = object->value("independently_checked").toBool();
    mark.time = object->value("time").toString();
    return mark.bytes > 0 && isDigest(mark.sha256) ? std::optional(mark) : std::nullopt;
}

Result<void> writeFinishMark(const QString& path, const FinishMark& mark) {
    return writeObject(path, {{"id", mark.id},
                              {"repository", mark.repository},
                              {"revision", mark.revision},
                              {"path", mark.path},
                              {"bytes", mark.bytes},
                              {"sha256", QString::fromLatin1(mark.sha256)},
                              {"independently_checked", mark.independently_checked},
                              {"time", mark.time}});
}

}  // namespace strata::app
