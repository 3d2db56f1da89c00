#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace strata {

/// What a conversation's state is made of, one digest per component, so that two runs can be compared without keeping
/// either. Equal digests mean equal bits. 128-bit XXH3, as 32 hexadecimal digits.
struct StateFingerprint {
    struct Component {
        std::string name;
        std::string digest;
        bool must_match = true;  ///< false: says something about the run, nothing about the conversation

        bool operator==(const Component&) const = default;
    };

    std::size_t tokens = 0;  ///< that the state stands after
    std::vector<Component> components;

    bool operator==(const StateFingerprint&) const = default;
};

/// Name of the first component that must match and does not, or "length"; empty: none.
std::string first_difference(const StateFingerprint& left, const StateFingerprint& right);

}  // namespace strata
