#include "app/record_names.h"

#include <array>

namespace strata::app {
namespace {

template <class Value>
struct Named {
    Value value;
    const char* name;
};

constexpr std::array kRoles{
    Named<Role>{Role::system, "system"},
    Named<Role>{Role::user, "user"},
    Named<Role>{Role::assistant, "assistant"},
    Named<Role>{Role::tool, "tool"},
};

constexpr std::array kStates{
    Named<AnswerState>{AnswerState::done, "done"},
    Named<AnswerState>{AnswerState::cut_off, "cut_off"},
    Named<AnswerState>{AnswerState::stopped, "stopped"},
    Named<AnswerState>{AnswerState::failed, "failed"},
    Named<AnswerState>{AnswerState::unfinished, "unfinished"},
};

constexpr std::array kThinking{
    Named<Thinking>{Thinking::off, "off"},
    Named<Thinking>{Thinking::low, "low"},
    Named<Thinking>{Thinking::medium, "medium"},
    Named<Thinking>{Thinking::high, "high"},
};

constexpr std::array kErrorCodes{
    Named<ErrorCode>{ErrorCode::invalid_argument, "invalid_argument"},
    Named<ErrorCode>{ErrorCode::not_found, "not_found"},
    Named<ErrorCode>{ErrorCode::io_error, "io_error"},
    Named<ErrorCode>{ErrorCode::out_of_memory, "out_of_memory"},
    Named<ErrorCode>{ErrorCode::bad_file, "bad_file"},
    Named<ErrorCode>{ErrorCode::unsupported_format, "unsupported_format"},
    Named<ErrorCode>{ErrorCode::wrong_model, "wrong_model"},
    Named<ErrorCode>{ErrorCode::bad_template, "bad_template"},
    Named<ErrorCode>{ErrorCode::context_full, "context_full"},
    Named<ErrorCode>{ErrorCode::no_vision, "no_vision"},
    Named<ErrorCode>{ErrorCode::unsupported_device, "unsupported_device"},
    Named<ErrorCode>{ErrorCode::engine_lost, "engine_lost"},
    Named<ErrorCode>{ErrorCode::internal, "internal"},
};

constexpr std::array kSources{
    Named<ResumeSource>{ResumeSource::nothing, "nothing"},
    Named<ResumeSource>{ResumeSource::live_session, "live_session"},
    Named<ResumeSource>{ResumeSource::checkpoint, "checkpoint"},
    Named<ResumeSource>{ResumeSource::memory, "memory"},
    Named<ResumeSource>{ResumeSource::disk, "disk"},
};

constexpr std::array kReasons{
    Named<RereadReason>{RereadReason::none, "none"},
    Named<RereadReason>{RereadReason::first_message, "first_message"},
    Named<RereadReason>{RereadReason::edited_message, "edited_message"},
    Named<RereadReason>{RereadReason::system_prompt, "system_prompt"},
    Named<RereadReason>{RereadReason::thinking_removed, "thinking_removed"},
    Named<RereadReason>{RereadReason::tokenization, "tokenization"},
    Named<RereadReason>{RereadReason::picture, "picture"},
    Named<RereadReason>{RereadReason::cancelled, "cancelled"},
    Named<RereadReason>{RereadReason::evicted, "evicted"},
    Named<RereadReason>{RereadReason::damaged, "damaged"},
    Named<RereadReason>{RereadReason::other_model, "other_model"},
};

template <class Names, class Value>
QString nameIn(const Names& names, Value value) {
    for (const auto& [known, name] : names) {
        if (known == value) {
            return QString::fromLatin1(name);
        }
    }
    return {};
}

template <class Value, std::size_t count>
std::optional<Value> valueIn(const std::array<Named<Value>, count>& names, const QString& name) {
    for (const auto& [value, known] : names) {
        if (name == QLatin1String(known)) {
            return value;
        }
    }
    return std::nullopt;
}

}  // namespace

QString nameOf(Role value) {
    return nameIn(kRoles, value);
}
QString nameOf(AnswerState value) {
    return nameIn(kStates, value);
}
QString nameOf(Thinking value) {
    return nameIn(kThinking, value);
}
QString nameOf(ErrorCode value) {
    return nameIn(kErrorCodes, value);
}
QString nameOf(ResumeSource value) {
    return nameIn(kSources, value);
}
QString nameOf(RereadReason value) {
    return nameIn(kReasons, value);
}

template <>
std::optional<Role> valueOf(const QString& name) {
    return valueIn(kRoles, name);
}
template <>
std::optional<AnswerState> valueOf(const QString& name) {
    return valueIn(kStates, name);
}
template <>
std::optional<Thinking> valueOf(const QString& name) {
    return valueIn(kThinking, name);
}
template <>
std::optional<ErrorCode> valueOf(const QString& name) {
    return valueIn(kErrorCodes, name);
}
template <>
std::optional<ResumeSource> valueOf(const QString& name) {
    return valueIn(kSources, name);
}
template <>
std::optional<RereadReason> valueOf(const QString& name) {
    return valueIn(kReasons, name);
}

}  // namespace strata::app
