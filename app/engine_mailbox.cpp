#include "app/engine_mailbox.h"

#include <utility>

namespace strata::app {
namespace {

/// Appends `next` to `last` if both are the same kind of text.
template <class Delta>
bool joinText(EngineEvent& last, EngineEvent& next) {
    auto* const old_text = std::get_if<Delta>(&last);
    auto* const new_text = std::get_if<Delta>(&next);
    if (old_text == nullptr || new_text == nullptr) {
        return false;
    }
    old_text->text += new_text->text;
    return true;
}

bool joinEvents(RequestEvent& last, RequestEvent& next) {
    if (last.id != next.id) {
        return false;
    }
    if (std::holds_alternative<PromptProgress>(last.event) && std::holds_alternative<PromptProgress>(next.event)) {
        last.event = next.event;
        return true;
    }
    return joinText<TextDelta>(last.event, next.event) || joinText<ReasoningDelta>(last.event, next.event);
}

/// Puts `next` into the place of `last` if both are of the same kind.
template <class Message>
bool replaces(EngineMessage& last, EngineMessage& next) {
    if (!std::holds_alternative<Message>(last) || !std::holds_alternative<Message>(next)) {
        return false;
    }
    last = std::move(next);
    return true;
}

/// True if `last` now also says what `next` says.
bool join(EngineMessage& last, EngineMessage& next) {
    if (auto* const old_event = std::get_if<RequestEvent>(&last)) {
        auto* const new_event = std::get_if<RequestEvent>(&next);
        return new_event != nullptr && joinEvents(*old_event, *new_event);
    }
    return replaces<LoadAdvanced>(last, next) || replaces<ParkedListed>(last, next) ||
           replaces<CheckAdvanced>(last, next);
}

}  // namespace

void handOn(const std::vector<EngineMessage>& messages,
            const std::function<void(RequestId id, const std::vector<EngineEvent>& events)>& take_events,
            const std::function<void(const EngineMessage& message)>& take_other) {
    std::vector<EngineEvent> run;
    RequestId run_id = 0;
    const auto flush = [&] {
        if (!run.empty()) {
            take_events(run_id, std::exchange(run, {}));
        }
    };
    for (const EngineMessage& message : messages) {
        const auto* const event = std::get_if<RequestEvent>(&message);
        if (event == nullptr || event->id != run_id) {
            flush();
        }
        if (event != nullptr) {
            run_id = event->id;
            run.push_back(event->event);
        } else {
            take_other(message);
        }
    }
    flush();
}

EngineMailbox::EngineMailbox(std::function<void()> wake) : wake_(std::move(wake)) {}

void EngineMailbox::put(EngineMessage message) {
    const std::lock_guard lock(mutex_);
    if (!wake_) {
        return;
    }
    if (messages_.empty()) {
        messages_.push_back(std::move(message));
        wake_();
    } else if (!join(messages_.back(), message)) {
        messages_.push_back(std::move(message));
    }
}

std::vector<EngineMessage> EngineMailbox::takeAll() {
    const std::lock_guard lock(mutex_);
    return std::exchange(messages_, {});
}

bool EngineMailbox::isClosed() const {
    const std::lock_guard lock(mutex_);
    return !wake_;
}

void EngineMailbox::close() {
    const std::lock_guard lock(mutex_);
    wake_ = nullptr;
    messages_.clear();
}

}  // namespace strata::app
