#include "app/api/dialects/random_id.h"

#include <fmt/format.h>

#include <QRandomGenerator>

namespace strata::app::api {

std::uint64_t randomNumber() {
    return QRandomGenerator::global()->generate64();  // locked inside
}

std::string randomId(std::string_view prefix) {
    return fmt::format("{}{:016x}{:08x}", prefix, randomNumber(), randomNumber() >> 32U);
}

}  // namespace strata::app::api
