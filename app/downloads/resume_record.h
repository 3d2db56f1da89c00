#pragma once

#include <optional>
#include <vector>

#include <QByteArray>
#include <QString>

#include "app/catalog/model_catalog.h"

namespace strata::app {

/// What is known of a file that is on its way; kept beside its .part. All that a later start needs to go on.
struct ResumeRecord {
    CatalogFile file;
    int order = 0;             ///< among the downloads of a folder
    bool paused = false;       ///< by the person
    qint64 bytes = 0;          ///< of the whole file; 0: not known yet
    QByteArray sha256;         ///< of the whole file, from the catalogue or else from the server; empty: nobody knows
    bool from_server = false;  ///< the server said what the fingerprint is
    QString base;              ///< address that the ETag belongs to
    QByteArray etag;           ///< a strong one, with its quotes; empty: none
    qint64 piece_bytes = 0;
    std::vector<QByteArray> pieces;  ///< SHA-256 of each finished piece, in hexadecimal digits; empty: not finished
    qint64 tail_bytes = 0;           ///< of the first piece that is not finished
    QByteArray tail_sha256;          ///< of those bytes
    qint64 again_from = -1;          ///< a second fetch has come to here; −1: none is under way
    int again_round = 0;             ///< which fetch after the first

    /// Sets how long the file is; pieces of another length are dropped.
    void setLength(qint64 length, qint64 bytes_of_piece);
    qint64 pieceBegin(std::size_t piece) const { return static_cast<qint64>(piece) * piece_bytes; }
    qint64 pieceEnd(std::size_t piece) const;
    /// Bytes of finished pieces and of the tail.
    qint64 bytesDone() const;

    bool operator==(const ResumeRecord&) const = default;
};

/// Where the parts of a download lie.
QString partPath(const QString& path);
QString recordPath(const QString& path);
QString finishMarkPath(const QString& path);

/// Nothing if there is no record or it makes no sense.
std::optional<ResumeRecord> readResumeRecord(const QString& path);
/// In one step, with the words of the system if that fails.
Result<void> writeResumeRecord(const QString& path, const ResumeRecord& record);

/// Stands beside a file that is complete and was checked.
struct FinishMark {
    QString id;
    QString repository, revision, path;
    qint64 bytes = 0;
    QByteArray sha256;  ///< as computed
    bool independently_checked = true;
    QString time;  ///< ISO 8601

    bool operator==(const FinishMark&) const = default;
};

std::optional<FinishMark> readFinishMark(const QString& path);
Result<void> writeFinishMark(const QString& path, const FinishMark& mark);

}  // namespace strata::app
