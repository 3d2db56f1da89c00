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
    bool pinned = false;
    bool temporary = false;     ///< never written anywhere, never parked, gone when it is closed
    QString instructions = {};  ///< what the model is told before the first message
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

/// A picture of a message: shrunk to what the model can use, upright, without metadata. Its bytes are kept apart, by
/// their hash.
struct AttachedPicture {
    QString hash;                             ///< SHA-256 of the stored file, hexadecimal
    QString name;                             ///< of the file that was dropped; for people
    int width = 0, height = 0;                ///< pixels that the model gets
    int source_width = 0, source_height = 0;  ///< pixels that the file had, upright

    bool operator==(const AttachedPicture&) const = default;
};

/// One message of a chat, as it is stored. The messages of a chat are a tree: an edit or another answer is a further
/// child of the same parent. A list of messages is the way from the root to a leaf.
struct MessageRecord {
    qint64 id = 0;          ///< 0: not stored yet
    int branch = 0;         ///< which of the versions at this place it is, oldest first
    int branches = 1;       ///< versions at this place
    bool followed = false;  ///< something stands below it, shown or not
    Role role = Role::user;
    QDateTime time;
    QString text;
    QString reasoning;
    std::vector<ToolCall> tool_calls;
    QString tool_call_id;
    std::vector<AttachedPicture> pictures;  ///< in the order in which the model is told of them

    // Of answers:
    AnswerState state = AnswerState::done;
    Thinking thinking = Thinking::off;  ///< as it was asked for
    QString model;                      ///< name of the model that answered
    QString program_version;            ///< that wrote it
    QString settings;                   ///< that it was written with, as JSON text
    std::optional<Error> error;
    std::optional<std::chrono::milliseconds> thinking_time;
    std::optional<std::chrono::milliseconds> first_word;  ///< from sending to the first piece
    std::optional<int> pieces;
    std::optional<double> pieces_per_second;
    std::optional<Remembered> remembered;
    std::optional<Divergence> divergence;
};

/// Under whose name the engine keeps the state of a branch that begins beside others.
enum class BranchState {
    own,     ///< its own: both stay remembered. The engine finds what both begin with only in the live conversation
    shared,  ///< that of the branch it leaves, whose state it replaces
};

/// Where the reading of a chat stopped: a message, and a number for the place in it that the view knows.
struct ReadingPlace {
    qint64 message = 0;
    int offset = 0;

    bool operator==(const ReadingPlace&) const = default;
};

/// Instructions that the person saved under a name.
struct InstructionsPreset {
    QString name;
    QString text;

    bool operator==(const InstructionsPreset&) const = default;
};

/// A text that goes with a message that is not sent yet: a file's, or one that was pasted.
struct AttachedText {
    QString name;  ///< of the file; empty: it was pasted
    QString text;

    bool operator==(const AttachedText&) const = default;
};

/// What was typed into a chat and not sent.
struct Draft {
    QString text;
    std::vector<AttachedPicture> pictures;
    std::vector<AttachedText> texts = {};

    bool isEmpty() const { return text.isEmpty() && pictures.empty() && texts.empty(); }
    bool operator==(const Draft&) const = default;
};

/// What a summary says of it.
Remembered rememberedOf(const GenerationSummary& summary);

/// A new random id of 128 bits.
ConversationId newConversationId();

/// Under which name the engine keeps the state of a branch: one line of a chat, as the store counts them. Line 0 has
/// the name of the chat itself.
ConversationId conversationOf(const ConversationId& chat, qint64 line);
/// The chat that a conversation of the engine belongs to.
ConversationId chatOf(const ConversationId& conversation);

}  // namespace strata::app
