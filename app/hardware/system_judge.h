#pragma once

#include <vector>

#include <QString>

#include "app/hardware/system_facts.h"

namespace strata::app {

enum class CheckItem { graphics_card, driver, memory, page_file, free_memory, disk, processor, system };

/// How good news a line is; `unknown` never stands in anybody's way.
enum class CheckLevel { good, fair, bad, unknown };

/// One line about this PC, in words.
struct CheckLine {
    CheckItem item = CheckItem::system;
    CheckLevel level = CheckLevel::unknown;
    QString code;    ///< of the problem, as "E-GPU-OLD"; empty: none
    QString text;    ///< what was found and what it means
    QString advice;  ///< steps, for those who ask how; empty: none

    bool operator==(const CheckLine&) const = default;
};

/// What the PC is measured against: the size that would be proposed, and the engine in this program.
struct CheckNeeds {
    QString size;                  ///< its plain name; empty: no size fits this PC
    double memory_gb = 0;          ///< 10^9 bytes that it holds in memory and on the card; 0: unknown
    qint64 disk_bytes = 0;         ///< 0: unknown
    int smallest_memory_gib = 32;  ///< of any size
    int driver = 580;              ///< least version of NVIDIA's driver
    bool card_computes = false;    ///< the engine in this program uses graphics cards
    bool processor_computes = true;
};

/// What to say about a PC. Pure: the same facts give the same lines, in the order in which they are shown. Lines that
/// make no sense on this PC (the driver of a card that is not there, Windows' page file elsewhere) are left out.
std::vector<CheckLine> judge(const SystemFacts& facts, const CheckNeeds& needs);

/// "Graphics card", "Memory", …
QString checkTitle(CheckItem item);

}  // namespace strata::app
