#pragma once

#include <chrono>
#include <deque>
#include <optional>

#include <QtGlobal>

namespace strata::app {

/// How fast bytes come, from samples of their sum. Times are of one monotonic clock.
class SpeedMeter {
public:
    using Time = std::chrono::milliseconds;

    void begin(Time now);
    void add(qint64 bytes) { sum_ += bytes; }
    /// Notes the sum so far; to be called a few times a second.
    void sample(Time now);

    /// Mean of the last 10 s; none until there is a second of data.
    std::optional<double> bytesPerSecond() const;
    /// From the mean of the last 60 s; none until there are 10 s of data, or if nothing came.
    std::optional<int> secondsLeft(qint64 bytes_left) const;

private:
    struct Sample {
        Time time;
        qint64 sum;
    };
    std::optional<double> mean(Time window, Time least) const;

    std::deque<Sample> samples_;
    qint64 sum_ = 0;
};

/// How many bytes may be read now so that a second has at most `bytes_per_second`.
class RateLimit {
public:
    using Time = std::chrono::milliseconds;

    /// 0: no limit.
    void set(qint64 bytes_per_second) { per_second_ = bytes_per_second; }
    qint64 bytesPerSecond() const { return per_second_; }
    /// A large number without a limit.
    qint64 allowance(Time now);
    void take(qint64 bytes) { saved_ -= bytes; }

private:
    qint64 per_second_ = 0;
    qint64 saved_ = 0;
    std::optional<Time> last_;
};

}  // namespace strata::app
