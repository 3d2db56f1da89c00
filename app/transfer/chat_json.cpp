#include <QJsonDocument>
#include <QJsonObject>

#include "app/picture_list.h"
#include "app/record_names.h"
#include "app/transfer/chat_document.h"
#include "app/transfer/export_format.h"

namespace strata::app {
namespace {

using namespace export_format;

QString timeText(const QDateTime& time) {
    return time.toUTC().toString(Qt::ISODateWithMs);
}

template <class Value>
void putIf(QJsonObject& object, QLatin1String key, const std::optional<Value>& value) {
    if (value) {
        object[key] = *value;
    }
}

void putIf(QJsonObject& object, QLatin1String key, const std::optional<std::chrono::milliseconds>& value) {
    if (value) {
        object[key] = static_cast<qint64>(value->count());
    }
}

void putIf(QJsonObject& object, QLatin1String key, const QString& value) {
    if (!value.isEmpty()) {
        object[key] = value;
    }
}

QJsonObject rememberedJson(const Remembered& remembered) {
    return {{kPromptPieces, remembered.prompt_pieces},
            {kReusedPieces, remembered.reused_pieces},
            {kSource, nameOf(remembered.source)},
            {kReason, nameOf(remembered.reason)},
            {kRestoredBytes, static_cast<qint64>(remembered.restored_bytes)},
            {kRestoreMs, static_cast<qint64>(remembered.restore_time.count())}};
}

QJsonArray callsJson(const std::vector<ToolCall>& calls) {
    QJsonArray array;
    for (const ToolCall& call : calls) {
        array.append(QJsonObject{{kId, QString::fromStdString(call.id)},
                                 {kName, QString::fromStdString(call.name)},
                                 {kArguments, QString::fromStdString(call.arguments)}});
    }
    return array;
}

QJsonObject messageJson(const ChatStore::Stored& stored) {
    const MessageRecord& message = stored.message;
    QJsonObject object{
        {kId, message.id}, {kRole, nameOf(message.role)}, {kTime, timeText(message.time)}, {kText, message.text}};
    if (stored.parent != 0) {
        object[kParent] = stored.parent;
    }
    if (!message.pictures.empty()) {
        object[kPictures] = jsonOf(message.pictures);
    }
    if (!message.tool_calls.empty()) {
        object[kToolCalls] = callsJson(message.tool_calls);
    }
    putIf(object, kToolCallId, message.tool_call_id);
    if (message.role != Role::assistant) {
        return object;
    }
    putIf(object, kReasoning, message.reasoning);
    object[kState] = nameOf(message.state == AnswerState::unfinished ? AnswerState::stopped : message.state);
    object[kThinking] = nameOf(message.thinking);
    putIf(object, kModel, message.model);
    putIf(object, kProgramVersion, message.program_version);
    putIf(object, kSettings, message.settings);
    if (message.error) {
        object[kErrorCode] = nameOf(message.error->code);
        object[kErrorText] = QString::fromStdString(message.error->message);
    }
    putIf(object, kThinkingMs, message.thinking_time);
    putIf(object, kFirstWordMs, message.first_word);
    putIf(object, kPieces, message.pieces);
    putIf(object, kPiecesPerSecond, message.pieces_per_second);
    if (message.remembered) {
        object[kRemembered] = rememberedJson(*message.remembered);
    }
    return object;
}

/// On one line: what is damaged in the file is then one message, not all of it.
QByteArray line(const QJsonObject& object) {
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

void writeChat(QByteArray& out, const ChatDocument& document) {
    QJsonObject head{{kId, QString::fromStdString(document.chat.id)},
                     {kTitle, document.chat.title},
                     {kCreated, timeText(document.chat.created)},
                     {kChanged, timeText(document.chat.changed)}};
    if (document.leaf != 0) {
        head[kLeaf] = document.leaf;
    }
    if (document.chat.pinned) {
        head[kPinned] = true;
    }
    putIf(head, kInstructions, document.chat.instructions);
    out += line(head).chopped(1) + ",\"" + kMessages.data() + "\":[";
    const char* separator = "\n";
    for (const ChatStore::Stored& stored : document.messages) {
        out += separator + line(messageJson(stored));
        separator = ",\n";
    }
    out += "\n]}";
}

}  // namespace

QByteArray jsonOf(const std::vector<ChatDocument>& chats, const PictureFiles& pictures, const QDateTime& now) {
    QByteArray out = line({{kFormat, kFormatName}, {kVersion, kFormatVersion}, {kExported, timeText(now)}}).chopped(1);
    out += QByteArray(",\"") + kChats.data() + "\":[";
    const char* separator = "\n";
    for (const ChatDocument& document : chats) {
        out += separator;
        writeChat(out, document);
        separator = ",\n";
    }
    out += QByteArray("\n],\"") + kPictures.data() + "\":{";
    separator = "\n";
    for (const auto& [hash, bytes] : pictures) {
        out += separator + QByteArray("\"") + hash.toLatin1() + "\":\"" + bytes.toBase64() + "\"";
        separator = ",\n";
    }
    return out + "\n}}\n";
}

}  // namespace strata::app
