#include <algorithm>
#include <map>

#include <QCoreApplication>
#include <QLocale>

#include "app/transfer/chat_document.h"

namespace strata::app {
namespace {

QString words(const char* text) {
    return QCoreApplication::translate("ChatText", text);
}

/// The messages from the first to the one that is shown last.
std::vector<const MessageRecord*> shownMessages(const ChatDocument& document) {
    std::map<qint64, const ChatStore::Stored*> by_id;
    for (const ChatStore::Stored& stored : document.messages) {
        by_id.emplace(stored.message.id, &stored);
    }
    std::vector<const MessageRecord*> shown;
    for (auto next = by_id.find(document.leaf); next != by_id.end(); next = by_id.find(next->second->parent)) {
        shown.push_back(&next->second->message);
    }
    std::reverse(shown.begin(), shown.end());
    return shown;
}

QString speakerOf(const MessageRecord& message) {
    switch (message.role) {
        case Role::user:
            return words(QT_TRANSLATE_NOOP("ChatText", "You"));
        case Role::assistant:
            return message.model.isEmpty() ? QStringLiteral("Strata") : message.model;
        case Role::system:
            return words(QT_TRANSLATE_NOOP("ChatText", "Instructions"));
        case Role::tool:
            break;
    }
    return words(QT_TRANSLATE_NOOP("ChatText", "Tool"));
}

QString timeOf(const QDateTime& time) {
    return QLocale().toString(time.toLocalTime(), QLocale::ShortFormat);
}

QString quoted(const QString& text) {
    return QStringLiteral("> ") + QString(text).replace(u'\n', QStringLiteral("\n> "));
}

QString picturesLine(const MessageRecord& message) {
    QStringList names;
    for (const AttachedPicture& picture : message.pictures) {
        names.append(picture.name.isEmpty() ? words(QT_TRANSLATE_NOOP("ChatText", "picture")) : picture.name);
    }
    return names.isEmpty() ? QString() : QStringLiteral("[%1]").arg(names.join(QStringLiteral("] ["))) + u'\n';
}

void writeMessage(QString& out, const MessageRecord& message, const ExportChoice& choice) {
    const bool markdown = choice.format == ExportChoice::Format::markdown;
    const QString head = QStringLiteral("%1, %2").arg(speakerOf(message), timeOf(message.time));
    out += markdown ? QStringLiteral("## %1\n\n").arg(head) : head + QStringLiteral(":\n");
    if (choice.thinking && !message.reasoning.isEmpty()) {
        const QString title = words(QT_TRANSLATE_NOOP("ChatText", "Thinking:"));
        out += markdown ? quoted(title + QStringLiteral("\n\n") + message.reasoning.trimmed())
                        : title + u'\n' + message.reasoning.trimmed();
        out += QStringLiteral("\n\n");
    }
    out += picturesLine(message) + message.text.trimmed() + QStringLiteral("\n\n");
}

}  // namespace

QString textOf(const std::vector<ChatDocument>& chats, const ExportChoice& choice) {
    const bool markdown = choice.format == ExportChoice::Format::markdown;
    QString out;
    for (const ChatDocument& document : chats) {
        if (!out.isEmpty()) {
            out += markdown ? QStringLiteral("---\n\n") : QString(40, u'-') + QStringLiteral("\n\n");
        }
        out += (markdown ? QStringLiteral("# ") : QString()) + document.chat.title + QStringLiteral("\n\n");
        if (!document.chat.instructions.isEmpty()) {
            const QString text = words(QT_TRANSLATE_NOOP("ChatText", "Instructions")) + QStringLiteral(": ") +
                                 document.chat.instructions;
            out += (markdown ? quoted(text) : text) + QStringLiteral("\n\n");
        }
        for (const MessageRecord* const message : shownMessages(document)) {
            writeMessage(out, *message, choice);
        }
    }
    return out.trimmed() + u'\n';
}

}  // namespace strata::app
