#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <vector>

#include <QByteArray>
#include <QElapsedTimer>
#include <QFile>
#include <QObject>
#include <QString>
#include <QTimer>

namespace strata::app {

/// Measures how well the window's thread keeps up: how long single events block it, and how much of the time it is
/// busy. Made, used and destroyed on that thread.
///
/// Whoever delivers events marks each with a Stretch. Beside them a timer of 5 ms notes how late it comes, which also
/// shows when another thread takes the processor away.
class UiTrace : public QObject {
    Q_OBJECT

public:
    /// Ends of the classes of the histogram, in milliseconds; what is longer than the last is a class of its own.
    static constexpr std::array kClasses{1, 2, 5, 10, 16, 33, 50, 100, 200, 500};

    struct Report {
        double seconds = 0;
        int stretches = 0;
        double longest_block_ms = 0;
        double block_95_ms = 0;  ///< 95 % of the stretches are shorter
        double busy_percent = 0;
        double longest_gap_ms = 0;  ///< between two beats of the timer, beyond its interval
        double gap_99_ms = 0;       ///< 99 % of the beats are less late
        int gaps_over_50_ms = 0;
        std::array<int, kClasses.size() + 1> blocks{};  ///< stretches by how long they blocked

        /// One line. part: what it is a report of.
        QByteArray json(const QString& part) const;
    };

    explicit UiTrace(QObject* parent = nullptr);
    ~UiTrace() override;

    /// Lives while an event is delivered on the window's thread. Of events within events the outermost counts.
    class Stretch {
    public:
        Stretch();
        ~Stretch();
        Stretch(const Stretch&) = delete;
        Stretch& operator=(const Stretch&) = delete;

    private:
        bool counts_ = false;
        QElapsedTimer time_;
    };

    /// Forgets what was measured so far; what is running counts from now on.
    void restart();
    Report report() const;

private:
    void take(qint64 block);
    void beat();

    QTimer heart_;
    QElapsedTimer clock_;
    qint64 began_ = 0;  ///< nanoseconds
    qint64 last_beat_ = 0;
    qint64 busy_ = 0;
    std::vector<float> blocks_;  ///< milliseconds
    std::vector<float> gaps_;
};

/// Keeps a file about how the window's thread keeps up while this lives: a line of JSON for each second, and at the end
/// one for the whole time.
class UiTraceFile : public QObject {
    Q_OBJECT

public:
    explicit UiTraceFile(const QString& path, QObject* parent = nullptr);
    ~UiTraceFile() override;

    /// False: the file cannot be written.
    bool isOpen() const { return file_.isOpen(); }

private:
    void writeSecond();

    QFile file_;
    UiTrace whole_;
    UiTrace second_;
    QTimer seconds_;
};

}  // namespace strata::app
