#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/api/api_error.h"
#include "app/api/dialects/json_text.h"

namespace strata::app::api {

/// The first refusal that was found while a request was read; later ones do not count.
class Refusal {
public:
    void add(ApiError error) {
        if (!first_) {
            first_ = std::move(error);
        }
    }
    void add(ErrorKind kind, std::string message, std::string param) {
        add(ApiError{kind, std::move(message), std::move(param)});
    }
    explicit operator bool() const { return first_.has_value(); }
    const ApiError& error() const { return *first_; }

private:
    std::optional<ApiError> first_;
};

/// Reads the fields of one JSON object by name and type. A field that is null is not there. What does not fit is put
/// down as a refusal, and read as if it were not there. Borrows the object and the refusal.
class Fields {
public:
    /// path: where the object stands in the request, for errors; empty: it is the request.
    Fields(const Json& object, std::string path, Refusal& refusal)
        : object_(object), path_(std::move(path)), refusal_(refusal) {}

    /// The field as it is; null pointer: absent or null.
    const Json* find(std::string_view name) const;
    bool has(std::string_view name) const { return find(name) != nullptr; }
    /// As find, also of a field that is null.
    const Json* findEvenNull(std::string_view name) const;

    std::optional<bool> boolean(std::string_view name) const;
    /// 100.0 is an integer too. Outside of least … most: a refusal.
    std::optional<std::int64_t> integer(std::string_view name,
                                        std::int64_t least = std::numeric_limits<std::int64_t>::min(),
                                        std::int64_t most = std::numeric_limits<std::int64_t>::max()) const;
    std::optional<double> number(std::string_view name, double least, double most) const;
    /// Borrowed from the object; null pointer: not there.
    const std::string* text(std::string_view name) const;
    /// Empty: not there.
    std::string textOrEmpty(std::string_view name) const;
    const Json* object(std::string_view name) const;
    const Json* array(std::string_view name) const;
    /// The fields of a field that is an object.
    std::optional<Fields> inside(std::string_view name) const;

    /// Refuses the request because of this field.
    void refuse(ErrorKind kind, std::string_view name, std::string_view what) const;
    void refuseType(std::string_view name, std::string_view expected) const;
    void refuseMissing(std::string_view name) const;

    /// Where a field stands: "messages[2].content".
    std::string pathOf(std::string_view name) const;
    const std::string& path() const { return path_; }
    const Json& whole() const { return object_; }
    Refusal& refusal() const { return refusal_; }

private:
    const Json& object_;
    std::string path_;
    Refusal& refusal_;
};

/// "messages[2]".
std::string pathOfItem(std::string_view list, std::size_t index);

/// A number as a whole number; none: it has a fraction, is too large, or is no number.
std::optional<std::int64_t> wholeNumber(const Json& value);

/// An array, also one that arrives as a string with JSON in it. `decoded` keeps that one alive. Null pointer: not there
/// or refused.
const Json* arrayOrItsText(const Fields& fields, std::string_view name, Json& decoded);

}  // namespace strata::app::api
