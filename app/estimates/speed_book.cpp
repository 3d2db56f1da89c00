#include "app/estimates/speed_book.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace strata::app {
namespace {

constexpr double kMicrosecondsPerSecond = 1e6;
constexpr double kTolerance = 0.30;  ///< by which a shown time may be off and still be right
constexpr int kMostClasses = 64;

/// The names in the kept text, in the order of the enumeration.
constexpr std::array kWorkNames{"reading", "writing", "loading", "restoring_from_memory", "restoring_from_disk"};

/// Lengths within a factor of two belong together.
int classOf(double amount) {
    return std::clamp(static_cast<int>(std::log2(std::max(amount, 1.0))), 0, kMostClasses - 1);
}

std::optional<Work> workNamed(const QString& name) {
    for (std::size_t i = 0; i < kWorkNames.size(); ++i) {
        if (name == QLatin1String(kWorkNames[i])) {
            return static_cast<Work>(i);
        }
    }
    return std::nullopt;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace

SpeedBook SpeedBook::fromText(const QString& text) {
    SpeedBook book;
    const QJsonObject object = QJsonDocument::fromJson(text.toUtf8()).object();
    for (const QJsonValue& entry : object[QLatin1String("speeds")].toArray()) {
        const QJsonObject one = entry.toObject();
        const auto work = workNamed(one[QLatin1String("work")].toString());
        const int length_class = one[QLatin1String("length_class")].toInt(-1);
        std::vector<double> values;
        for (const QJsonValue& value : one[QLatin1String("per_second")].toArray()) {
            if (const double speed = value.toDouble(); std::isfinite(speed) && speed > 0 && values.size() < kKept) {
                values.push_back(speed);
            }
        }
        if (work && length_class >= 0 && length_class < kMostClasses && !values.empty()) {
            book.speeds_[{*work, one[QLatin1String("model")].toString().toStdString(), length_class}] = values;
        }
    }
    for (const QJsonValue& outcome : object[QLatin1String("outcomes")].toArray()) {
        if (book.outcomes_.size() < kOutcomes) {
            book.outcomes_.push_back(outcome.toBool());
        }
    }
    return book;
}

QString SpeedBook::toText() const {
    QJsonArray speeds;
    for (const auto& [key, values] : speeds_) {
        QJsonArray per_second;
        for (const double value : values) {
            per_second.append(value);
        }
        speeds.append(
            QJsonObject{{QStringLiteral("work"), QLatin1String(kWorkNames[static_cast<std::size_t>(key.work)])},
                        {QStringLiteral("model"), QString::fromStdString(key.model)},
                        {QStringLiteral("length_class"), key.length_class},
                        {QStringLiteral("per_second"), per_second}});
    }
    QJsonArray outcomes;
    for (const bool outcome : outcomes_) {
        outcomes.append(outcome);
    }
    const QJsonObject all{{QStringLiteral("speeds"), speeds}, {QStringLiteral("outcomes"), outcomes}};
    return QString::fromUtf8(QJsonDocument(all).toJson(QJsonDocument::Compact));
}

void SpeedBook::learn(Work work, const QString& model, double amount, std::chrono::microseconds time) {
    if (amount < 1 || time.count() <= 0) {
        return;  // a clock that stood still says nothing about speed
    }
    std::vector<double>& values = speeds_[{work, model.toStdString(), classOf(amount)}];
    values.push_back(amount * kMicrosecondsPerSecond / static_cast<double>(time.count()));
    if (values.size() > kKept) {
        values.erase(values.begin());
    }
}

std::optional<LearnedSpeed> SpeedBook::speed(Work work, const QString& model, double amount) const {
    const std::string name = model.toStdString();
    const int wanted = classOf(amount);
    const std::vector<double>* nearest = nullptr;
    int distance = 0;
    for (auto at = speeds_.lower_bound({work, name, 0}); at != speeds_.end(); ++at) {
        if (at->first.work != work || at->first.model != name) {
            break;
        }
        const int off = std::abs(at->first.length_class - wanted);
        if (nearest == nullptr || off < distance) {
            nearest = &at->second;
            distance = off;
        }
    }
    if (nearest == nullptr) {
        return std::nullopt;
    }
    // What was seen at another length says less about this one.
    const int observations = distance <= 1 ? static_cast<int>(nearest->size()) : 1;
    return LearnedSpeed{median(*nearest), observations};
}

void SpeedBook::noteOutcome(std::chrono::milliseconds low, std::chrono::milliseconds high,
                            std::chrono::milliseconds time) {
    const auto took = static_cast<double>(time.count());
    outcomes_.push_back(took >= static_cast<double>(low.count()) * (1 - kTolerance) &&
                        took <= static_cast<double>(high.count()) * (1 + kTolerance));
    if (outcomes_.size() > kOutcomes) {
        outcomes_.erase(outcomes_.begin());
    }
}

EstimateScore SpeedBook::score() const {
    return {static_cast<int>(std::count(outcomes_.begin(), outcomes_.end(), true)), static_cast<int>(outcomes_.size())};
}

}  // namespace strata::app
