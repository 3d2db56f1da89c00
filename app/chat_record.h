#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include <QDateTime>
#include <QString>

#include "strata/event.h"
#include "strata/request.h"
#include "strata/result.h"

namespace strata::app {

/// One chat as lists show it. Its id is also the id of the conversation in the engine.
struct ChatRecord {
    ConversationId id;  ///< 32 hexadecimal digits
    QString title;
    QDateTime created;
    QDateTime changed;  ///< the last message; in the bin: when it was put there
    bool unread = false;
};

/// How an answer ended.
enum class AnswerState {
    done,
    cut_off,  ///< at the limit of its length
    stopped,  ///< by the person
    failed,
    unfinished,  ///< it runs, or the program ended while it ran
};

/// What the engine did not have to read again for an answer.
struct Remembered {
    int prompt_pieces = 0;
    int reused_pieces = 0;
    ResumeSource source = ResumeSource::nothing;
    RereadReason reason = RereadReason::none;
    std::uint64_t restored_bytes = 0;
    std::chrono::milliseconds restore_time{0};

    bool operator==(const Remembered&) const = default;
};

/// Where a request left what the engine held of its conversation.
struct Divergence {
    RereadReason reason = RereadReason::edited_message;
    int position = 0;  ///< pieces that both have in common
    QString before;    ///< what the engine held from there on
    QString now;       ///< what it was asked to read instead

    bool operator==(const Divergence&) const = default;
};

/// One message of a chat, as it is stored.
struct MessageRecord {
    Role role = Role::user;
    QDateTime time;
    QString text;
    QString reasoning;
    std::vector<ToolCall> tool_calls;
    QString tool_call_id;

    // Of answers:
    AnswerState state = AnswerState::done;
    Thinking thinking = Thinking::off;  ///< as it was asked for
    QString model;                      ///< name of the model that answered
    std::optional<Error> error;
    std::optional<std::chrono::milliseconds> thinking_time;
    std::optional<std::chrono::milliseconds> first_word;  ///< from sending to the first piece
    std::optional<int> pieces;
    std::optional<double> pieces_per_second;
    std::optional<Remembered> remembered;
    std::optional<Divergence> divergence;
};

/// What a summary says of it.
Remembered rememberedOf(const GenerationSummary& summary);

/// A new random id of 128 bits.
ConversationId newConversationId();

}  // namespace strata::app
