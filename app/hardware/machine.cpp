#include "app/hardware/machine.h"

#include <algorithm>
#include <cmath>

namespace strata::app {
namespace {

constexpr double kGib = 1024.0 * 1024 * 1024;

}  // namespace

double builtInGib(quint64 reported_bytes) {
    constexpr double kStep = 4;     // modules come in such steps
    constexpr double kTaken = 2.2;  // by firmware, kernel and small graphics
    const double reported = static_cast<double>(reported_bytes) / kGib;
    const double next = std::ceil(reported / kStep) * kStep;
    return next - reported <= kTaken ? next : std::round(reported);
}

bool isUsableCard(const GpuInfo& card) {
    return card.vendor == "NVIDIA" && card.capability >= kOldestCapability &&
           std::round(static_cast<double>(card.memory_bytes) / kGib) >= kSmallestCardGib;
}

Machine machineOf(const HardwareInfo& hardware, bool card_computes) {
    Machine machine;
    machine.ram_gib = builtInGib(hardware.ram_bytes);
    machine.card_computes = card_computes;
    for (const GpuInfo& card : hardware.gpus) {
        if (!isUsableCard(card)) {
            continue;
        }
        const double gib = std::round(static_cast<double>(card.memory_bytes) / kGib);
        machine.smallest_card_gib = machine.card.isEmpty() ? gib : std::min(machine.smallest_card_gib, gib);
        machine.cards_gib += gib;
        if (machine.card.isEmpty()) {
            machine.card = QString::fromStdString(card.name);
        }
    }
    return machine;
}

}  // namespace strata::app
