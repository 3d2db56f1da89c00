#include "gguf/gguf_encoder.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "gguf/gguf_value_type.h"

namespace strata {

namespace {

/// Appends a number or bool as Stored; false if it does not fit.
template <class Stored>
bool add_stored(GgufEncoder& out, Widened<Stored> value) {
    if constexpr (std::is_same_v<Stored, bool>) {
        out.number(static_cast<std::uint8_t>(value ? 1 : 0));
    } else if constexpr (std::is_same_v<Stored, float>) {
        out.number(std::bit_cast<std::uint32_t>(static_cast<float>(value)));
    } else if constexpr (std::is_same_v<Stored, double>) {
        out.number(std::bit_cast<std::uint64_t>(value));
    } else {
        if (!std::in_range<Stored>(value)) {
            return false;
        }
        out.number(static_cast<std::make_unsigned_t<Stored>>(value));
    }
    return true;
}

}  // namespace

void GgufEncoder::append(std::span<const std::byte> encoded) {
    bytes_.insert(bytes_.end(), encoded.begin(), encoded.end());
}

void GgufEncoder::string(std::string_view text) {
    number(static_cast<std::uint64_t>(text.size()));
    append(std::as_bytes(std::span(text)));
}

bool GgufEncoder::value(const GgufValue& value) {
    number(value.type);
    if (value.type == kGgufArray) {
        return array(value);
    }
    if (value.type == kGgufString && value.as_string() != nullptr) {
        string(*value.as_string());
        return true;
    }
    return scalar(value);
}

bool GgufEncoder::scalar(const GgufValue& value) {
    return gguf_scalar_bytes(value.type) != 0 && with_stored_type(value.type, [&]<class Stored>(Stored*) {
               const auto* held = std::get_if<Widened<Stored>>(&value.value);
               return held != nullptr && add_stored<Stored>(*this, *held);
           });
}

bool GgufEncoder::array(const GgufValue& value) {
    number(value.element_type);
    if (value.element_type == kGgufString) {
        return strings(value);
    }
    return gguf_scalar_bytes(value.element_type) != 0 &&
           with_stored_type(value.element_type, [&]<class Stored>(Stored*) {
               const auto* held = std::get_if<std::vector<Widened<Stored>>>(&value.value);
               if (held == nullptr) {
                   return false;
               }
               number(static_cast<std::uint64_t>(held->size()));
               return std::ranges::all_of(*held, [&](auto element) { return add_stored<Stored>(*this, element); });
           });
}

bool GgufEncoder::strings(const GgufValue& value) {
    const GgufValue::Strings* held = value.as_strings();
    if (held == nullptr) {
        return false;
    }
    number(static_cast<std::uint64_t>(held->size()));
    for (const std::string& text : *held) {
        string(text);
    }
    return true;
}

}  // namespace strata
