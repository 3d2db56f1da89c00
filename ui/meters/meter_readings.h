#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include <QDateTime>

#include "app/chat_record.h"
#include "app/memory_use.h"

namespace strata::ui {

/// Where the work of the model's many parts (experts) was done: shares of all of them, adding up to 1.
struct HotParts {
    double on_card = 0, copied_to_card = 0, by_processor = 0;
    std::uint64_t read_from_disk_bytes = 0;

    bool operator==(const HotParts&) const = default;
};

struct GraphicsMemory {
    std::uint64_t own_bytes = 0, other_bytes = 0, free_bytes = 0;

    bool operator==(const GraphicsMemory&) const = default;
};

/// The numbers that the meters show. What is not known is none; nothing is guessed.
struct MeterReadings {
    bool live = false;  ///< the numbers of an answer are those of one that comes now; else of the last one

    // Of an answer:
    std::optional<int> pieces_read, pieces_to_read;  ///< of what is new
    std::optional<double> reading_speed;             ///< pieces a second
    std::optional<std::chrono::milliseconds> first_word;
    bool waits_for_first_word = false;      ///< first_word still grows
    std::optional<double> writing_speed;    ///< over the last two seconds
    std::optional<double> writing_average;  ///< of the whole answer, once it has ended
    std::optional<app::Remembered> remembered;
    std::optional<double> drafts_accepted;  ///< share; none: the engine does not draft

    // Of the chat that the engine has in mind:
    std::optional<int> context_used, context_length;

    // Of this PC:
    std::optional<HotParts> hot_parts;       ///< none: the engine has no parts to place
    std::optional<GraphicsMemory> graphics;  ///< none: no card is used
    std::optional<app::MemoryUse> memory;
    std::optional<std::uint64_t> parked_bytes, parking_limit;  ///< on disk

    struct Check {
        bool passed = false;
        QDateTime time;

        bool operator==(const Check&) const = default;
    };
    bool check_known = false;    ///< somebody looked whether there was a check
    std::optional<Check> check;  ///< none: not yet

    bool operator==(const MeterReadings&) const = default;
};

}  // namespace strata::ui
