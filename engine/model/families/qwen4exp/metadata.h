#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gguf/gguf_file.h"
#include "strata/result.h"

namespace strata::qwen4exp {

/// Typed access to the keys `qwen4exp.*` of a file, with one error text for everything that is not as it should be.
class Metadata {
public:
    explicit Metadata(const GgufFile& file) : file_(file) {}

    static constexpr std::string_view kPrefix = "qwen4exp.";

    bool has(std::string_view key) const { return find(key) != nullptr; }
    /// An integer in [least, most].
    Result<std::size_t> size(std::string_view key, std::size_t least, std::size_t most) const;
    Result<std::size_t> size_or(std::string_view key, std::size_t fallback, std::size_t least, std::size_t most) const;
    /// A finite number.
    Result<double> number(std::string_view key) const;
    Result<bool> boolean_or(std::string_view key, bool fallback) const;
    /// An array of exactly `count` integers.
    Result<std::vector<std::int64_t>> integers(std::string_view key, std::size_t count) const;
    Result<std::vector<std::uint64_t>> unsigneds(std::string_view key, std::size_t count) const;
    const GgufValue* find(std::string_view key) const;

    tl::unexpected<Error> bad(std::string_view key, std::string_view what) const;

private:
    const GgufFile& file_;
};

}  // namespace strata::qwen4exp
