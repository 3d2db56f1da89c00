#pragma once

#include <string>
#include <string_view>

namespace strata {

/// The text in Unicode normalisation form C. Bytes that are not valid UTF-8 stay as they are; what is valid between
/// them is composed on its own. Takes time n log n at most, whatever the text.
std::string compose_nfc(std::string_view text);

}  // namespace strata
