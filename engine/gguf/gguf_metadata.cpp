#include "gguf/gguf_metadata.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <type_traits>

#include "gguf/gguf_limits.h"
#include "gguf/gguf_value_type.h"
#include "gguf/name_index.h"

namespace strata {

namespace {

/// An element as GgufValue holds it, from its bytes in the file.
template <class Stored>
Widened<Stored> widened(const std::byte* bytes) {
    if constexpr (std::is_same_v<Stored, bool>) {
        return *bytes != std::byte{0};
    } else if constexpr (std::is_same_v<Stored, float>) {
        return std::bit_cast<float>(load_little_endian<std::uint32_t>(bytes));
    } else if constexpr (std::is_same_v<Stored, double>) {
        return std::bit_cast<double>(load_little_endian<std::uint64_t>(bytes));
    } else {
        return static_cast<Stored>(load_little_endian<std::make_unsigned_t<Stored>>(bytes));
    }
}

class MetadataReader {
public:
    explicit MetadataReader(ByteCursor& cursor) : cursor_(cursor) {}

    Result<GgufMetadata> read(std::uint64_t count) {
        GgufMetadata pairs;  // grows by what is really read, whatever the count says
        for (std::uint64_t i = 0; i < count; ++i) {
            STRATA_TRY(std::string key, read_key());
            STRATA_TRY(GgufValue value, read_value(key));
            pairs.emplace_back(std::move(key), std::move(value));
        }
        return pairs;
    }

private:
    Result<std::string> read_key() {
        STRATA_TRY(std::string key, cursor_.string("metadata key", kMostKeyBytes, GgufFault::bad_key));
        if (key.empty()) {
            return cursor_.refuse(GgufFault::bad_key, "a metadata key is empty");
        }
        STRATA_CHECK(count_memory(sizeof(GgufMetadata::value_type) + key.size(), key));
        return key;
    }

    Result<GgufValue> read_value(const std::string& key) {
        GgufValue value;
        STRATA_TRY(value.type, cursor_.number<std::uint32_t>("type of " + quoted(key)));
        if (value.type == kGgufArray) {
            STRATA_CHECK(read_array(key, value));
        } else if (value.type == kGgufString) {
            STRATA_TRY(value.value, read_string(key));
        } else if (gguf_scalar_bytes(value.type) != 0) {
            STRATA_CHECK(read_scalar(key, value));
        } else {
            return cursor_.refuse(GgufFault::bad_value_type,
                                  fmt::format("{} has the unknown value type {}", quoted(key), value.type));
        }
        return value;
    }

    Result<void> read_scalar(const std::string& key, GgufValue& value) {
        std::byte bytes[8];
        STRATA_CHECK(cursor_.read(std::span(bytes).first(gguf_scalar_bytes(value.type)), "value of " + quoted(key)));
        with_stored_type(value.type, [&]<class Stored>(Stored*) { value.value = widened<Stored>(bytes); });
        return {};
    }

    Result<std::string> read_string(const std::string& key) {
        STRATA_TRY(std::string text,
                   cursor_.string("string of " + quoted(key), kMostStringBytes, GgufFault::bad_string));
        STRATA_CHECK(count_memory(text.size(), key));
        return text;
    }

    Result<void> read_array(const std::string& key, GgufValue& value) {
        STRATA_TRY(value.element_type, cursor_.number<std::uint32_t>("element type of " + quoted(key)));
        STRATA_TRY(const auto count, cursor_.number<std::uint64_t>("element count of " + quoted(key)));
        if (value.element_type == kGgufArray) {
            return cursor_.refuse(GgufFault::nested_array, quoted(key) + " is an array of arrays");
        }
        const bool strings = value.element_type == kGgufString;
        const std::uint64_t element_bytes = strings ? 8 : gguf_scalar_bytes(value.element_type);
        if (element_bytes == 0) {
            return cursor_.refuse(GgufFault::bad_value_type, fmt::format("{} is an array of the unknown value type {}",
                                                                         quoted(key), value.element_type));
        }
        const std::uint64_t most = std::min(cursor_.remaining() / element_bytes, kMostArrayElements);
        if (count > most) {
            return cursor_.refuse(GgufFault::bad_array,
                                  fmt::format("{} claims {} elements, at most {} can be", quoted(key), count, most));
        }
        if (strings) {
            return read_strings(key, count, value);
        }
        return with_stored_type(value.element_type,
                                [&]<class Stored>(Stored*) { return read_numbers<Stored>(key, count, value); });
    }

    Result<void> read_strings(const std::string& key, std::uint64_t count, GgufValue& value) {
        GgufValue::Strings strings;
        const std::string what = "string in " + quoted(key);
        for (std::uint64_t i = 0; i < count; ++i) {
            STRATA_TRY(std::string text, cursor_.string(what, kMostStringBytes, GgufFault::bad_string));
            STRATA_CHECK(count_memory(sizeof(std::string) + text.size(), key));
            strings.push_back(std::move(text));
        }
        value.value = std::move(strings);
        return {};
    }

    template <class Stored>
    Result<void> read_numbers(const std::string& key, std::uint64_t count, GgufValue& value) {
        using Wide = Widened<Stored>;
        STRATA_CHECK(count_memory(count * sizeof(Wide), key));
        std::vector<Wide> numbers;
        const std::string what = "array " + quoted(key);
        std::byte bytes[512 * sizeof(Stored)];
        while (count > 0) {
            const auto step = static_cast<std::size_t>(std::min<std::uint64_t>(count, 512));
            STRATA_CHECK(cursor_.read(std::span(bytes).first(step * sizeof(Stored)), what));
            for (std::size_t i = 0; i < step; ++i) {
                numbers.push_back(widened<Stored>(bytes + i * sizeof(Stored)));
            }
            count -= step;
        }
        value.value = std::move(numbers);
        return {};
    }

    /// Notes what a value takes in memory, which can be several times what it takes in the file.
    Result<void> count_memory(std::uint64_t bytes, const std::string& key) {
        if (bytes > memory_left_) {
            return cursor_.refuse(GgufFault::bad_count,
                                  fmt::format("with {} the metadata takes more than {} MiB of memory", quoted(key),
                                              kMostMetadataBytes >> 20));
        }
        memory_left_ -= bytes;
        return {};
    }

    static std::string quoted(const std::string& key) { return fmt::format("'{}'", printable(key)); }

    ByteCursor& cursor_;
    std::uint64_t memory_left_ = kMostMetadataBytes;
};

}  // namespace

Result<GgufMetadata> read_metadata(ByteCursor& cursor, std::uint64_t count) {
    STRATA_TRY(GgufMetadata pairs, MetadataReader(cursor).read(count));
    std::vector<std::string_view> keys;
    keys.reserve(pairs.size());
    for (const auto& [key, value] : pairs) {
        keys.emplace_back(key);
    }
    if (const auto twice = NameIndex(std::move(keys)).duplicate()) {
        return cursor.refuse(GgufFault::bad_key,
                             fmt::format("the key '{}' occurs twice, as pair {} and pair {}",
                                         printable(pairs[twice->first].first), twice->first + 1, twice->second + 1));
    }
    return pairs;
}

}  // namespace strata
