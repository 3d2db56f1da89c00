#include "app/downloads/answer_rules.h"

#include <algorithm>

#include <QCoreApplication>

namespace strata::app {
namespace {

Obstacle obstacle(DownloadTrouble trouble, Remedy remedy, const HttpAnswer& answer, const QString& reason = {}) {
    Obstacle made;
    made.problem.trouble = trouble;
    made.problem.place = answer.address.host();
    made.problem.http_status = answer.status;
    made.problem.reason = reason;
    made.remedy = remedy;
    made.wait_seconds = answer.retry_after;
    return made;
}

Verdict refuse(const Obstacle& why) {
    return {Verdict::Use::nothing, why};
}

QString words(const char* text) {
    return QCoreApplication::translate("Downloads", text);
}

/// Whether the final hash can decide: the list itself knows the fingerprint.
bool listDecides(const ResumeRecord& record) {
    return !record.sha256.isEmpty() && !record.from_server;
}

bool isOther(const HttpAnswer& answer, const ResumeRecord& record, bool same_base) {
    return same_base && !answer.etag.isEmpty() && !record.etag.isEmpty() && answer.etag != record.etag;
}

Verdict judgeWhole(const HttpAnswer& answer, const ResumeRecord& record, qint64 begin, bool same_base) {
    const bool other_length = answer.length && record.bytes > 0 && *answer.length != record.bytes;
    const bool other_file = begin > 0 && isOther(answer, record, same_base) && !listDecides(record);
    if (other_length || other_file) {
        return refuse(obstacle(DownloadTrouble::changed, Remedy::person, answer));
    }
    if (!answer.length && record.bytes == 0) {
        return refuse(obstacle(DownloadTrouble::refused, Remedy::person, answer,
                               words("the server does not say how large the file is")));
    }
    return {begin > 0 ? Verdict::Use::from_start : Verdict::Use::from_begin, std::nullopt};
}

Verdict judgePart(const HttpAnswer& answer, const ResumeRecord& record, qint64 begin, qint64 end, bool same_base) {
    const bool other_part = answer.begin != begin || !answer.end || *answer.end <= begin || *answer.end > end ||
                            !answer.total || *answer.end > *answer.total;
    if (other_part || (answer.length && *answer.length != *answer.end - begin)) {
        return refuse(obstacle(DownloadTrouble::refused, Remedy::server, answer,
                               words("the server sent another part than was asked for")));
    }
    const bool other_length = record.bytes > 0 && answer.total != record.bytes;
    if (other_length || (isOther(answer, record, same_base) && !listDecides(record))) {
        return refuse(obstacle(DownloadTrouble::changed, Remedy::person, answer));
    }
    return {Verdict::Use::from_begin, std::nullopt};
}

}  // namespace

Verdict judgeAnswer(const HttpAnswer& answer, const ResumeRecord& record, qint64 begin, qint64 end, bool same_base) {
    if (answer.status == 416) {
        return refuse(answer.total && *answer.total != record.bytes
                          ? obstacle(DownloadTrouble::changed, Remedy::person, answer)
                          : obstacle(DownloadTrouble::refused, Remedy::server, answer));
    }
    if (const auto error = obstacleOf(answer)) {
        return refuse(*error);
    }
    if (answer.is_page) {
        return refuse(obstacle(DownloadTrouble::web_page, Remedy::network, answer));
    }
    return answer.status == 206 ? judgePart(answer, record, begin, end, same_base)
                                : judgeWhole(answer, record, begin, same_base);
}

std::optional<Obstacle> judgeHead(const HttpAnswer& answer, const ResumeRecord& record) {
    // Servers that do not know HEAD, or not behind a redirect, say nothing by that.
    const bool no_head = answer.status == 400 || answer.status == 405 || answer.status == 501 ||
                         (answer.redirected && answer.status >= 400);
    if (no_head) {
        return std::nullopt;
    }
    const bool redirect = answer.status >= 300 && answer.status < 400;
    if (!redirect) {
        if (const auto error = obstacleOf(answer)) {
            return error;
        }
        if (answer.is_page) {
            return obstacle(DownloadTrouble::web_page, Remedy::network, answer);
        }
    }
    const auto length = answer.linked_bytes ? answer.linked_bytes : (redirect ? std::nullopt : answer.length);
    const bool other_length = length && record.bytes > 0 && *length != record.bytes;
    const bool other_sum =
        !answer.linked_sha256.isEmpty() && !record.sha256.isEmpty() && answer.linked_sha256 != record.sha256;
    if (other_length || other_sum) {
        return obstacle(DownloadTrouble::changed, Remedy::person, answer);
    }
    return std::nullopt;
}

std::optional<Obstacle> obstacleOf(const HttpAnswer& answer) {
    switch (answer.status) {
        case 200:
        case 206:
            return std::nullopt;
        case 401:
        case 403:
        case 404:
        case 410:
            // Only the address that was asked can say so: the one it points to may have run out meanwhile.
            return obstacle(DownloadTrouble::refused, answer.redirected ? Remedy::server : Remedy::person, answer);
        case 407:
            return obstacle(DownloadTrouble::proxy, Remedy::network, answer);
        case 511:
            return obstacle(DownloadTrouble::web_page, Remedy::network, answer);
        default:
            return obstacle(DownloadTrouble::refused, Remedy::server, answer);
    }
}

bool mayBeginWith(const CatalogFile& file, const QByteArray& bytes) {
    if (!file.name().endsWith(QLatin1String(".gguf"), Qt::CaseInsensitive)) {
        return true;
    }
    return bytes.startsWith("GGUF");
}

}  // namespace strata::app
