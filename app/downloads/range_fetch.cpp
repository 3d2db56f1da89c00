#include "app/downloads/range_fetch.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <span>
#include <utility>

namespace strata::app {
namespace {

constexpr qint64 kReadAtOnce = 256 << 10;
constexpr qint64 kPumpAtOnce = 8 << 20;  // then other events have their turn
constexpr qint64 kMagic = 4;             // bytes that say what a file is
constexpr std::chrono::milliseconds kLimitPause{50};

}  // namespace

RangeFetch::RangeFetch(const DownloadOptions& options, TransferNetwork& network, ResumeRecord& record, PartFile& part,
                       Accept accept, QObject* parent)
    : QObject(parent),
      options_(options),
      network_(network),
      record_(record),
      part_(part),
      accept_(std::move(accept)),
      limit_pause_(this) {
    limit_pause_.setSingleShot(true);
    limit_pause_.setInterval(kLimitPause);
    connect(&limit_pause_, &QTimer::timeout, this, &RangeFetch::pump);
    clock_.start();
}

RangeFetch::~RangeFetch() {
    abort();
}

void RangeFetch::abort() {
    limit_pause_.stop();
    ended_.reset();
    accepted_ = false;
    if (http_) {
        http_->disconnect(this);
        http_->abort();
        http_.release()->deleteLater();  // it may be what has called us
    }
}

void RangeFetch::start(const QUrl& address, qint64 end) {
    abort();
    address_ = address;
    begin_ = part_.position();
    end_ = end;
    http_ = std::make_unique<HttpFetch>(network_.manager, options_, network_.token);
    if (const qint64 limit = network_.limit.bytesPerSecond(); limit > 0) {
        // What waits in memory was read too fast already.
        http_->setReadBuffer(std::clamp<qint64>(limit / 4, 16 << 10, options_.read_buffer_bytes));
    }
    connect(http_.get(), &HttpFetch::answered, this, &RangeFetch::judge);
    connect(http_.get(), &HttpFetch::bytesReady, this, &RangeFetch::pump);
    connect(http_.get(), &HttpFetch::ended, this, [this](const std::optional<DownloadProblem>& problem) {
        ended_.emplace(problem);
        pump();
    });
    // The list's own fingerprint decides in the end; without one only the same version of the file may go on.
    const bool same_base = record_.base == network_.base;
    http_->start(
        {address_, HttpFetch::Method::get, begin_, end_, same_base && begin_ > 0 ? record_.etag : QByteArray()});
}

void RangeFetch::judge(const HttpAnswer& answer) {
    const Verdict verdict = judgeAnswer(answer, record_, begin_, end_, record_.base == network_.base);
    if (verdict.use == Verdict::Use::nothing) {
        // A page of another length is a page, not another file.
        haltWith(*verdict.obstacle);
        return;
    }
    const bool whole = answer.status != 206;
    if (record_.bytes == 0) {
        record_.setLength(whole ? *answer.length : *answer.total, options_.piece_bytes);
    }
    end_ = whole ? record_.bytes : *answer.end;
    if (verdict.use == Verdict::Use::from_start) {
        part_.seek(0);
    }
    accepted_ = accept_(answer) && http_ != nullptr;
}

bool RangeFetch::isFull() const {
    return accepted_ && part_.position() >= end_;
}

/// Reads what has come, as much as the limit allows.
void RangeFetch::pump() {
    limit_pause_.stop();
    qint64 left = kPumpAtOnce;
    while (http_ && accepted_ && !isFull() && http_->bytesAvailable() > 0) {
        const qint64 allowed = network_.limit.allowance(std::chrono::milliseconds(clock_.elapsed()));
        if (allowed <= 0) {
            http_->expectBytes(false);
            limit_pause_.start();
            return;
        }
        http_->expectBytes(true);
        // The first bytes say whether it is the file at all; they are looked at together.
        if (part_.position() == 0 && http_->bytesAvailable() < std::min(kMagic, record_.bytes) && !ended_) {
            return;
        }
        if (left <= 0) {
            QMetaObject::invokeMethod(this, &RangeFetch::pump, Qt::QueuedConnection);
            return;
        }
        QByteArray bytes(std::min({kReadAtOnce, std::max(allowed, kMagic), end_ - part_.position()}),
                         Qt::Uninitialized);
        bytes.resize(std::max<qint64>(0, http_->read(bytes.data(), bytes.size())));
        left -= bytes.size();
        network_.limit.take(bytes.size());
        if (!take(bytes)) {
            return;
        }
    }
    // An answer that is read to its end leaves its connection to the next one. One that sends more is cut off.
    if (http_ && (ended_ || (isFull() && http_->bytesAvailable() > 0))) {
        end();
    }
}

/// Writes bytes to their place. False: nothing more is read from this connection.
bool RangeFetch::take(const QByteArray& bytes) {
    if (part_.position() == 0 && !mayBeginWith(record_.file, bytes)) {
        Obstacle obstacle;
        obstacle.problem.trouble = DownloadTrouble::web_page;
        obstacle.problem.place = address_.host();
        haltWith(obstacle);
        return false;
    }
    const auto written =
        part_.write(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
    if (!written) {
        abort();
        Q_EMIT diskFailed(written.error());
        return false;
    }
    Q_EMIT advanced(bytes.size());
    if (*written) {
        Q_EMIT pieceFinished();
    }
    return http_ != nullptr;
}

void RangeFetch::end() {
    const bool full = isFull();
    const auto problem = ended_.value_or(std::nullopt);
    abort();
    if (full) {
        Q_EMIT finished();
        return;
    }
    // A connection that ended early without a word is the network's fault as well.
    Obstacle obstacle;
    obstacle.problem = problem.value_or(
        DownloadProblem{DownloadTrouble::slow_network, address_.host(), tr("the connection ended early"), 0, 0, 0});
    obstacle.remedy = obstacle.problem.trouble == DownloadTrouble::refused ? Remedy::server : Remedy::network;
    haltWith(obstacle);
}

void RangeFetch::haltWith(const Obstacle& obstacle) {
    abort();
    Q_EMIT halted(obstacle);
}

}  // namespace strata::app
