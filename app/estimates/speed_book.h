#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <QString>

namespace strata::app {

/// What takes time before and during an answer. Amounts are tokens for the first two, bytes for the others.
enum class Work { reading, writing, loading, restoring_from_memory, restoring_from_disk };

/// A speed as it was found on this PC.
struct LearnedSpeed {
    double per_second = 0;
    int observations = 0;  ///< that it stands on; few: it may well be wrong
};

/// How often the time that was shown was right, of the last times that it could be compared.
struct EstimateScore {
    int right = 0;
    int all = 0;

    bool operator==(const EstimateScore&) const = default;
};

/// Speeds of this PC, learned from what really happened: for each model and kind of work, and within that for each
/// class of lengths, as short work is done less efficiently than long work. A value; whoever has it keeps it as text.
class SpeedBook {
public:
    /// Observations that are kept of one class of lengths; older ones go.
    static constexpr std::size_t kKept = 7;
    /// Outcomes that the score is made of.
    static constexpr std::size_t kOutcomes = 20;

    /// What toText gave. Anything else gives an empty book.
    static SpeedBook fromText(const QString& text);
    QString toText() const;

    void learn(Work work, const QString& model, double amount, std::chrono::microseconds time);
    /// The middle of what was seen for work of about that length; of the nearest length if that was never seen. None:
    /// this model has never done it here.
    std::optional<LearnedSpeed> speed(Work work, const QString& model, double amount) const;

    /// An estimate of `low` to `high` was shown, and it really took `time`.
    void noteOutcome(std::chrono::milliseconds low, std::chrono::milliseconds high, std::chrono::milliseconds time);
    EstimateScore score() const;

private:
    struct Key {
        Work work;
        std::string model;
        int length_class;

        auto operator<=>(const Key&) const = default;
    };

    std::map<Key, std::vector<double>> speeds_;  ///< per second, oldest first; never empty
    std::vector<bool> outcomes_;                 ///< oldest first
};

}  // namespace strata::app
