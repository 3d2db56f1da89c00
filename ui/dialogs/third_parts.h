#pragma once

#include <span>

namespace strata::ui {

/// A part of the program that others made.
struct ThirdPart {
    const char* name;
    const char* licence;
    const char* address;
};

/// All of them, as docs/third_party.md has them.
std::span<const ThirdPart> thirdParts();

}  // namespace strata::ui
