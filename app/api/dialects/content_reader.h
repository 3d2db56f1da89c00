#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/api/dialect.h"
#include "app/api/dialects/fields.h"

namespace strata::app::api {

/// What the content of one message holds.
struct Content {
    std::string text;
    std::string reasoning;
    std::vector<EncodedPicture> pictures;  ///< without the message's number
};

/// Whose content it is: that decides what may be in it.
enum class ContentOf { instructions, user, assistant, tool };

/// Reads messages' content: strings, parts of text, thinking and pictures. One for each request, as it counts pictures.
class ContentReader {
public:
    /// pictures: where what is wrong with a picture is put down. Apart from the fields', as it counts after them.
    explicit ContentReader(Refusal& pictures) : pictures_(pictures) {}

    /// A field that is a string or an array of parts; empty if it is not there.
    Content read(const Fields& message, std::string_view name, ContentOf whose);
    /// One part of an array. Parts of kinds that no dialect knows are refused.
    void takePart(const Fields& part, ContentOf whose, Content& content);

private:
    void takePicture(const Fields& part, const std::string& type, Content& content);
    void takeSource(const Fields& part, Content& content);
    void takeAddress(const std::string& address, const std::string& param, Content& content);
    void takeBase64(std::string_view data, const std::string& param, Content& content);
    void add(EncodedPicture picture, Content& content);

    Refusal& pictures_;
    std::size_t picture_count_ = 0;
};

}  // namespace strata::app::api
