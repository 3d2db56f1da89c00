#include "app/ui_trace.h"

#include <algorithm>
#include <cmath>

#include <QJsonDocument>
#include <QJsonObject>

namespace strata::app {
namespace {

constexpr std::chrono::milliseconds kBeat{5};
constexpr std::chrono::seconds kLine{1};
constexpr double kNanosecondsPerMillisecond = 1e6;
constexpr float kLongGap = 50.0F;

/// Those that measure now, and whether an event is being delivered; both of the window's thread.
std::vector<UiTrace*>& traces() {
    static std::vector<UiTrace*> all;
    return all;
}
bool in_event = false;

double part(std::vector<float> values, double share) {
    if (values.empty()) {
        return 0;
    }
    const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + place, values.end());
    return static_cast<double>(values[static_cast<std::size_t>(place)]);
}

double largest(const std::vector<float>& values) {
    return values.empty() ? 0 : static_cast<double>(*std::max_element(values.begin(), values.end()));
}

double rounded(double value) {
    return std::round(value * 100.0) / 100.0;
}

}  // namespace

UiTrace::UiTrace(QObject* parent) : QObject(parent) {
    clock_.start();
    heart_.setTimerType(Qt::PreciseTimer);
    heart_.setInterval(kBeat);
    connect(&heart_, &QTimer::timeout, this, &UiTrace::beat);
    traces().push_back(this);
    restart();
}

UiTrace::~UiTrace() {
    std::erase(traces(), this);
}

UiTrace::Stretch::Stretch() : counts_(!in_event && !traces().empty()) {
    if (counts_) {
        in_event = true;
        time_.start();
    }
}

UiTrace::Stretch::~Stretch() {
    if (counts_) {
        in_event = false;
        for (UiTrace* const trace : traces()) {
            trace->take(time_.nsecsElapsed());
        }
    }
}

void UiTrace::restart() {
    began_ = last_beat_ = clock_.nsecsElapsed();
    busy_ = 0;
    blocks_.clear();
    gaps_.clear();
    heart_.start();
}

void UiTrace::take(qint64 block) {
    busy_ += block;
    blocks_.push_back(static_cast<float>(static_cast<double>(block) / kNanosecondsPerMillisecond));
}

void UiTrace::beat() {
    const qint64 now = clock_.nsecsElapsed();
    const double since = static_cast<double>(now - last_beat_) / kNanosecondsPerMillisecond;
    gaps_.push_back(static_cast<float>(std::max(0.0, since - static_cast<double>(kBeat.count()))));
    last_beat_ = now;
}

UiTrace::Report UiTrace::report() const {
    Report report;
    const qint64 time = clock_.nsecsElapsed() - began_;
    report.seconds = static_cast<double>(time) / 1e9;
    report.stretches = static_cast<int>(blocks_.size());
    report.longest_block_ms = largest(blocks_);
    report.block_95_ms = part(blocks_, 0.95);
    report.busy_percent = time > 0 ? 100.0 * static_cast<double>(busy_) / static_cast<double>(time) : 0;
    report.longest_gap_ms = largest(gaps_);
    report.gap_99_ms = part(gaps_, 0.99);
    report.gaps_over_50_ms =
        static_cast<int>(std::count_if(gaps_.begin(), gaps_.end(), [](float gap) { return gap > kLongGap; }));
    for (const float block : blocks_) {
        const auto at = std::lower_bound(kClasses.begin(), kClasses.end(), block,
                                         [](int end, float length) { return static_cast<float>(end) < length; });
        ++report.blocks[static_cast<std::size_t>(at - kClasses.begin())];
    }
    return report;
}

QByteArray UiTrace::Report::json(const QString& part) const {
    QJsonObject histogram;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const bool open_end = i == kClasses.size();
        histogram[open_end ? QStringLiteral("longer") : QStringLiteral("to_%1").arg(kClasses[i])] = blocks[i];
    }
    const QJsonObject line{{"part", part},
                           {"seconds", rounded(seconds)},
                           {"stretches", stretches},
                           {"longest_block_ms", rounded(longest_block_ms)},
                           {"block_95_ms", rounded(block_95_ms)},
                           {"busy_percent", rounded(busy_percent)},
                           {"longest_gap_ms", rounded(longest_gap_ms)},
                           {"gap_99_ms", rounded(gap_99_ms)},
                           {"gaps_over_50_ms", gaps_over_50_ms},
                           {"blocks_ms", histogram}};
    return QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
}

UiTraceFile::UiTraceFile(const QString& path, QObject* parent) : QObject(parent), file_(path) {
    if (!file_.open(QIODevice::WriteOnly | QIODevice::Truncate)) {
        return;
    }
    seconds_.setInterval(kLine);
    connect(&seconds_, &QTimer::timeout, this, &UiTraceFile::writeSecond);
    seconds_.start();
}

UiTraceFile::~UiTraceFile() {
    if (file_.isOpen()) {
        file_.write(whole_.report().json(QStringLiteral("whole")));
    }
}

void UiTraceFile::writeSecond() {
    file_.write(second_.report().json(QStringLiteral("second")));
    file_.flush();
    second_.restart();
}

}  // namespace strata::app
