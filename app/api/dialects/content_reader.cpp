#include "app/api/dialects/content_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/api/dialects/base64.h"

namespace strata::app::api {
namespace {

constexpr std::size_t kMostPictures = 32;
constexpr std::size_t kMostPictureMiB = 20;
constexpr std::size_t kMostPictureBytes = kMostPictureMiB * 1024 * 1024;

bool isText(std::string_view type) {
    return type == "text" || type == "input_text" || type == "output_text";
}

bool isThinking(std::string_view type) {
    return type == "thinking" || type == "reasoning" || type == "reasoning_text" || type == "summary_text";
}

bool isPicture(std::string_view type) {
    return type == "image_url" || type == "input_image" || type == "image";
}

char lowerCase(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool beginsWith(std::string_view text, std::string_view beginning) {
    return text.size() >= beginning.size() &&
           std::ranges::equal(text.substr(0, beginning.size()), beginning, {}, lowerCase);
}

bool endsWith(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && beginsWith(text.substr(text.size() - end.size()), end);
}

/// The text of a part, under one of two names.
void takeText(const Fields& part, std::string_view name, std::string_view alias, std::string& text) {
    const std::string* value = part.text(part.has(name) ? name : alias);
    if (value == nullptr) {
        part.refuseMissing(name);  // counts only if it was not of another type
        return;
    }
    text += *value;
}

}  // namespace

Content ContentReader::read(const Fields& message, std::string_view name, ContentOf whose) {
    Content content;
    const Json* value = message.find(name);
    if (value == nullptr) {
        return content;
    }
    if (value->is_string()) {
        content.text = value->get<std::string>();
        return content;
    }
    if (!value->is_array()) {
        message.refuseType(name, "a string or an array of parts");
        return content;
    }
    for (std::size_t i = 0; i < value->size(); ++i) {
        const Json& part = (*value)[i];
        const Fields fields(part, pathOfItem(message.pathOf(name), i), message.refusal());
        if (!part.is_object()) {
            fields.refuseType("", "an object");
            break;
        }
        takePart(fields, whose, content);
    }
    return content;
}

void ContentReader::takePart(const Fields& part, ContentOf whose, Content& content) {
    const std::string* type = part.text("type");
    if (type == nullptr) {
        part.refuseMissing("type");
    } else if (isText(*type)) {
        takeText(part, "text", "text", content.text);
    } else if (*type == "refusal") {
        takeText(part, "refusal", "text", content.text);
    } else if (isThinking(*type) && whose == ContentOf::assistant) {
        takeText(part, *type == "thinking" ? "thinking" : "text", *type == "reasoning" ? "reasoning" : "text",
                 content.reasoning);
    } else if (isPicture(*type) && (whose == ContentOf::user || whose == ContentOf::tool)) {
        takePicture(part, *type, content);
    } else if (isPicture(*type)) {
        part.refuse(ErrorKind::unsupported_content, "", "pictures may only be in messages of the user and of tools");
    } else {
        part.refuse(ErrorKind::unsupported_content, "type",
                    fmt::format("content of the type \"{}\" cannot be used here", quotable(*type)));
    }
}

void ContentReader::takePicture(const Fields& part, const std::string& type, Content& content) {
    if (type == "image") {
        takeSource(part, content);
        return;
    }
    const Json* value = part.find("image_url");
    if (value == nullptr) {
        if (part.has("file_id")) {
            part.refuse(ErrorKind::unsupported_content, "file_id", "stored files cannot be used; send the picture");
        }
        part.refuseMissing("image_url");
    } else if (value->is_string()) {
        takeAddress(value->get_ref<const std::string&>(), part.pathOf("image_url"), content);
    } else if (const auto inner = part.inside("image_url")) {
        if (const std::string* address = inner->text("url")) {
            takeAddress(*address, inner->pathOf("url"), content);
        } else {
            inner->refuseMissing("url");
        }
    }
}

void ContentReader::takeSource(const Fields& part, Content& content) {
    const auto source = part.inside("source");
    if (!source) {
        part.refuseMissing("source");
        return;
    }
    const std::string type = source->textOrEmpty("type");
    const char* name = type == "base64" ? "data" : "url";
    if (type != "base64" && type != "url") {
        source->refuse(ErrorKind::unsupported_content, "type", "expected base64 or url");
        return;
    }
    const std::string* value = source->text(name);
    if (value == nullptr) {
        source->refuseMissing(name);
    } else if (type == "base64") {
        takeBase64(*value, source->pathOf(name), content);
    } else {
        takeAddress(*value, source->pathOf(name), content);
    }
}

void ContentReader::takeAddress(const std::string& address, const std::string& param, Content& content) {
    if (beginsWith(address, "http://") || beginsWith(address, "https://")) {
        add({0, {}, address, param}, content);
        return;
    }
    if (!beginsWith(address, "data:")) {
        pictures_.add(ErrorKind::image_url_not_allowed,
                      quotable(param) + ": pictures come as data URLs, or from http and https addresses", param);
        return;
    }
    const auto comma = address.find(',');
    if (comma == std::string::npos || !endsWith(std::string_view(address).substr(0, comma), ";base64")) {
        pictures_.add(ErrorKind::invalid_image, quotable(param) + ": expected a data URL in base64", param);
        return;
    }
    takeBase64(std::string_view(address).substr(comma + 1), param, content);
}

void ContentReader::takeBase64(std::string_view data, const std::string& param, Content& content) {
    auto bytes = decodeBase64(data, kMostPictureBytes);
    if (!bytes || bytes->empty()) {
        pictures_.add(ErrorKind::invalid_image,
                      quotable(param) + (bytes ? ": the picture is empty" : ": the data are not base64"), param);
    } else if (bytes->size() > kMostPictureBytes) {
        pictures_.add(ErrorKind::invalid_image,
                      fmt::format("{}: a picture may have at most {} MiB", quotable(param), kMostPictureMiB), param);
    } else {
        add({0, std::move(*bytes), {}, param}, content);
    }
}

void ContentReader::add(EncodedPicture picture, Content& content) {
    if (++picture_count_ > kMostPictures) {
        pictures_.add(ErrorKind::invalid_value, fmt::format("A request may have at most {} pictures.", kMostPictures),
                      picture.param);
        return;
    }
    content.pictures.push_back(std::move(picture));
}

}  // namespace strata::app::api
