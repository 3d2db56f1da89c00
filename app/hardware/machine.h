#pragma once

#include <QString>
#include <QtGlobal>

#include "strata/hardware.h"

namespace strata::app {

/// What counts of a PC when a model is chosen for it. Memory is what is built in: systems report up to 2 GiB less.
struct Machine {
    double ram_gib = 0;            ///< 0: unknown
    double smallest_card_gib = 0;  ///< of the cards that can compute; 0: none
    double cards_gib = 0;          ///< all of them together
    QString card;                  ///< name of the first; empty: none
    bool card_computes = false;    ///< the engine in this program can use them

    bool operator==(const Machine&) const = default;
};

/// The least that a card needs to compute with the engine.
constexpr int kOldestCapability = 75;
constexpr double kSmallestCardGib = 8;

/// What is reported as 62.7 GiB is 64 GiB built in.
double builtInGib(quint64 reported_bytes);
/// Whether the engine could compute on this card.
bool isUsableCard(const GpuInfo& card);

Machine machineOf(const HardwareInfo& hardware, bool card_computes);

}  // namespace strata::app
