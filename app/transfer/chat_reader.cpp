#include "app/transfer/chat_reader.h"

#include <set>
#include <utility>

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include "app/picture_list.h"
#include "app/record_names.h"
#include "app/transfer/export_format.h"

namespace strata::app {
namespace {

using namespace export_format;

// More than anybody has; a file that says more is not an export.
constexpr std::size_t kMostChats = 200'000;
constexpr std::size_t kMostMessages = 500'000;  ///< of a chat
constexpr qsizetype kLongestTitle = 1'000;
constexpr qsizetype kLongestText = 64 << 20;
constexpr qsizetype kLargestPicture = 64 << 20;

tl::unexpected<Error> failWith(ErrorCode code, const char* message) {
    return tl::unexpected(Error{code, message});
}

/// Other programs may have written another kind of id; ours follows from it, so that a second import finds it again.
ConversationId chatId(const QString& id) {
    static const QRegularExpression own(QStringLiteral("^[0-9a-f]{32}$"));
    return own.match(id).hasMatch()
               ? id.toStdString()
               : QCryptographicHash::hash(id.toUtf8(), QCryptographicHash::Sha256).toHex().first(32).toStdString();
}

QDateTime timeIn(const QJsonObject& object, QLatin1String key) {
    const QDateTime time = QDateTime::fromString(object[key].toString(), Qt::ISODateWithMs);
    return time.isValid() ? time.toUTC() : QDateTime::fromMSecsSinceEpoch(0, Qt::UTC);
}

std::optional<std::chrono::milliseconds> millisecondsIn(const QJsonObject& object, QLatin1String key) {
    return object.contains(key) ? std::optional(std::chrono::milliseconds(object[key].toInteger())) : std::nullopt;
}

std::vector<ToolCall> callsIn(const QJsonArray& array) {
    std::vector<ToolCall> calls;
    for (const QJsonValue value : array) {
        const QJsonObject call = value.toObject();
        calls.push_back({call[kId].toString().toStdString(), call[kName].toString().toStdString(),
                         call[kArguments].toString().toStdString()});
    }
    return calls;
}

Remembered rememberedIn(const QJsonObject& object) {
    Remembered remembered;
    remembered.prompt_pieces = object[kPromptPieces].toInt();
    remembered.reused_pieces = object[kReusedPieces].toInt();
    remembered.source = valueOf<ResumeSource>(object[kSource].toString()).value_or(ResumeSource::nothing);
    remembered.reason = valueOf<RereadReason>(object[kReason].toString()).value_or(RereadReason::none);
    remembered.restored_bytes = static_cast<std::uint64_t>(std::max<qint64>(object[kRestoredBytes].toInteger(), 0));
    remembered.restore_time = std::chrono::milliseconds(object[kRestoreMs].toInteger());
    return remembered;
}

void readAnswer(const QJsonObject& object, MessageRecord& message) {
    message.reasoning = object[kReasoning].toString();
    message.state = valueOf<AnswerState>(object[kState].toString()).value_or(AnswerState::done);
    if (message.state == AnswerState::unfinished) {
        message.state = AnswerState::stopped;
    }
    message.thinking = valueOf<Thinking>(object[kThinking].toString()).value_or(Thinking::off);
    message.model = object[kModel].toString();
    message.program_version = object[kProgramVersion].toString();
    message.settings = object[kSettings].toString();
    if (object.contains(kErrorCode)) {
        message.error = Error{valueOf<ErrorCode>(object[kErrorCode].toString()).value_or(ErrorCode::internal),
                              object[kErrorText].toString().toStdString()};
    }
    message.thinking_time = millisecondsIn(object, kThinkingMs);
    message.first_word = millisecondsIn(object, kFirstWordMs);
    if (object.contains(kPieces)) {
        message.pieces = object[kPieces].toInt();
    }
    if (object.contains(kPiecesPerSecond)) {
        message.pieces_per_second = object[kPiecesPerSecond].toDouble();
    }
    if (object.contains(kRemembered)) {
        message.remembered = rememberedIn(object[kRemembered].toObject());
    }
}

std::optional<ChatStore::Stored> readMessage(const QJsonObject& object) {
    const auto role = valueOf<Role>(object[kRole].toString());
    const QJsonValue text = object[kText];
    const qint64 id = object[kId].toInteger();
    if (!role || !text.isString() || text.toString().size() > kLongestText || id <= 0) {
        return std::nullopt;
    }
    ChatStore::Stored stored;
    stored.parent = object[kParent].toInteger();
    stored.message.id = id;
    stored.message.role = *role;
    stored.message.time = timeIn(object, kTime);
    stored.message.text = text.toString();
    stored.message.pictures = picturesOf(object[kPictures].toArray());
    stored.message.tool_calls = callsIn(object[kToolCalls].toArray());
    stored.message.tool_call_id = object[kToolCallId].toString();
    if (*role == Role::assistant) {
        readAnswer(object, stored.message);
    }
    return stored;
}

/// Collects a file piece by piece, whether it was read as a whole or line by line.
class Collector {
public:
    /// False: there are more than anybody has.
    bool beginChat(const QJsonObject& head) {
        if (read_.chats.size() >= kMostChats) {
            return false;
        }
        ids_ = {0};
        ChatDocument document;
        document.chat.id = chatId(head[kId].toString());
        document.chat.title = head[kTitle].toString().left(kLongestTitle);
        document.chat.created = timeIn(head, kCreated);
        document.chat.changed = timeIn(head, kChanged);
        document.chat.pinned = head[kPinned].toBool();
        document.chat.instructions = head[kInstructions].toString();
        document.leaf = head[kLeaf].toInteger();
        read_.chats.push_back(std::move(document));
        open_ = true;
        return true;
    }

    void endChat() { open_ = false; }

    /// A message whose parent is damaged follows the one before it in the file: it is better there than lost.
    void addMessage(const QJsonObject& object) {
        auto stored = open_ ? readMessage(object) : std::nullopt;
        if (!stored || read_.chats.back().messages.size() >= kMostMessages || ids_.contains(stored->message.id)) {
            ++read_.damaged_messages;
            return;
        }
        std::vector<ChatStore::Stored>& messages = read_.chats.back().messages;
        if (!ids_.contains(stored->parent)) {
            stored->parent = messages.empty() ? 0 : messages.back().message.id;
        }
        ids_.insert(stored->message.id);
        messages.push_back(std::move(*stored));
    }

    void addPicture(const QString& hash, const QJsonValue& value) {
        const auto decoded =
            QByteArray::fromBase64Encoding(value.toString().toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
        const bool whole = decoded && decoded.decoded.size() <= kLargestPicture &&
                           QCryptographicHash::hash(*decoded, QCryptographicHash::Sha256).toHex() == hash.toLatin1();
        if (whole) {
            read_.pictures.insert_or_assign(hash, *decoded);
        } else {
            ++read_.damaged_pictures;
        }
    }

    void addDamagedChat() { ++read_.damaged_chats; }
    void addDamagedMessage() { ++read_.damaged_messages; }
    void addDamagedPicture() { ++read_.damaged_pictures; }
    bool isInChat() const { return open_; }
    ReadChats take() { return std::move(read_); }

private:
    ReadChats read_;
    std::set<qint64> ids_;  ///< of the messages of the chat that was begun last
    bool open_ = false;
};

Result<ReadChats> readWhole(const QJsonObject& root) {
    Collector collector;
    for (const QJsonValue value : root[kChats].toArray()) {
        const QJsonObject chat = value.toObject();
        if (!chat[kId].isString() || !chat[kMessages].isArray() || !collector.beginChat(chat)) {
            collector.addDamagedChat();
            continue;
        }
        for (const QJsonValue message : chat[kMessages].toArray()) {
            collector.addMessage(message.toObject());
        }
        collector.endChat();
    }
    const QJsonObject pictures = root[kPictures].toObject();
    for (auto picture = pictures.begin(); picture != pictures.end(); ++picture) {
        collector.addPicture(picture.key(), picture.value());
    }
    return collector.take();
}

QJsonObject objectOf(const QByteArray& json) {
    return QJsonDocument::fromJson(json).object();
}

/// Every chat begins a line, and every message and picture has one, so what is whole can be told from what is not.
Result<ReadChats> readLines(const QByteArray& json) {
    Collector collector;
    const QByteArray messages_begin = QByteArray(",\"") + kMessages.data() + "\":[";
    bool in_pictures = false;
    for (QByteArray line : json.split('\n').mid(1)) {
        line = line.trimmed();
        if (line.endsWith(',')) {
            line.chop(1);
        }
        if (line.startsWith(QByteArray("],\"") + kPictures.data())) {
            in_pictures = true;
        } else if (line.isEmpty() || line == "}}") {
            continue;
        } else if (line == "]}") {
            collector.endChat();
        } else if (line.endsWith(messages_begin)) {
            const QJsonObject head = objectOf(line + "]}");
            collector.endChat();
            if (!head[kId].isString() || !collector.beginChat(head)) {
                collector.addDamagedChat();
            }
        } else if (in_pictures) {
            const QJsonObject picture = objectOf('{' + line + '}');
            picture.size() == 1 ? collector.addPicture(picture.begin().key(), picture.begin().value())
                                : collector.addDamagedPicture();
        } else if (const QJsonObject message = objectOf(line); !message.isEmpty()) {
            collector.addMessage(message);
        } else {
            collector.addDamagedMessage();
        }
    }
    return collector.take();
}

}  // namespace

Result<ReadChats> readChats(const QByteArray& json) {
    const QJsonDocument whole = QJsonDocument::fromJson(json);
    const QByteArray first = json.left(json.indexOf('\n'));
    const QByteArray chats_begin = QByteArray(",\"") + kChats.data() + "\":[";
    const QJsonObject head =
        whole.isObject() ? whole.object() : objectOf(first.endsWith(chats_begin) ? first + "]}" : first);
    if (head[kFormat].toString() != kFormatName) {
        return failWith(ErrorCode::bad_file, "the file holds no chats that were exported from here");
    }
    if (head[kVersion].toInt() > kFormatVersion) {
        return failWith(ErrorCode::unsupported_format, "a newer version of this program wrote the file");
    }
    if (whole.isObject()) {
        return readWhole(head);
    }
    auto read = readLines(json);
    if (read && read->isWhole()) {
        ++read->damaged_chats;  // it ends too early, between two pieces
    }
    return read;
}

bool isExportedFile(const QString& path) {
    constexpr qint64 kHead = 200;
    QFile file(path);
    return QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly) &&
           file.read(kHead).contains(QByteArray(kFormatName.data(), kFormatName.size()));
}

}  // namespace strata::app
