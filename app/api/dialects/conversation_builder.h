#pragma once

#include <string>
#include <vector>

#include "app/api/dialect.h"
#include "app/api/dialects/content_reader.h"

namespace strata::app::api {

/// Puts a conversation together as the model's template takes it, message after message.
class ConversationBuilder {
public:
    /// A system message. At the start they are one, with blank lines between; a later one becomes a message of the
    /// user: moved to the start it would change the beginning of every prompt.
    void addInstructions(std::string text);
    void addUser(Content content);
    void addAssistant(Content content, std::vector<ToolCall> calls);
    void addToolResult(std::string call_id, Content content);

    /// Tells the model what form its answer must have, behind the last message of the user: the start of the prompt
    /// stays the same.
    void askForForm(const std::string& sentence);

    bool empty() const { return messages_.empty(); }
    bool hasUser() const { return has_user_; }
    /// The last message, if it is an answer that has made no calls and can be gone on with; null pointer: it is not.
    const ChatMessage* begunAnswer() const;
    /// The message that was added last; there is one.
    ChatMessage& last() { return messages_.back(); }
    const std::vector<ChatMessage>& messages() const { return messages_; }

    /// Moves everything into a call.
    void moveTo(ApiCall& call);

private:
    void add(Role role, Content content);

    std::vector<ChatMessage> messages_;
    std::vector<EncodedPicture> pictures_;
    bool has_user_ = false;
};

}  // namespace strata::app::api
