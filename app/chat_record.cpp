#include "app/chat_record.h"

#include <string>

#include <QRandomGenerator>

namespace strata::app {
namespace {

constexpr char kLineMark = '-';  ///< no id of a chat has it

}  // namespace

Remembered rememberedOf(const GenerationSummary& summary) {
    Remembered remembered;
    remembered.prompt_pieces = summary.prompt_tokens;
    remembered.reused_pieces = summary.reused_tokens;
    remembered.source = summary.source;
    remembered.reason = summary.reread_reason;
    remembered.restored_bytes = summary.restored_bytes;
    remembered.restore_time = std::chrono::duration_cast<std::chrono::milliseconds>(summary.restore_time);
    return remembered;
}

ConversationId newConversationId() {
    QString id;
    for (int part = 0; part < 2; ++part) {
        id += QStringLiteral("%1").arg(QRandomGenerator::system()->generate64(), 16, 16, QLatin1Char('0'));
    }
    return id.toStdString();
}

ConversationId conversationOf(const ConversationId& chat, qint64 line) {
    return line == 0 ? chat : chat + kLineMark + std::to_string(line);
}

ConversationId chatOf(const ConversationId& conversation) {
    return conversation.substr(0, conversation.find(kLineMark));
}

}  // namespace strata::app
