#include "app/message_row.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSqlQuery>
#include <QStringList>
#include <QVariant>

#include "app/record_names.h"

namespace strata::app {
namespace {

/// In the order of messageColumns().
enum Column {
    role,
    time,
    text,
    reasoning,
    tool_calls,
    tool_call_id,
    state,
    thinking,
    model,
    program_version,
    settings,
    error_code,
    error_text,
    thinking_ms,
    first_word_ms,
    pieces,
    pieces_per_second,
    prompt_pieces,
    reused_pieces,
    resume_source,
    reread_reason,
    restored_bytes,
    restore_ms,
    divergence,
    column_count
};

const QStringList kColumns{QStringLiteral("role"),
                           QStringLiteral("time"),
                           QStringLiteral("text"),
                           QStringLiteral("reasoning"),
                           QStringLiteral("tool_calls"),
                           QStringLiteral("tool_call_id"),
                           QStringLiteral("state"),
                           QStringLiteral("thinking"),
                           QStringLiteral("model"),
                           QStringLiteral("program_version"),
                           QStringLiteral("settings"),
                           QStringLiteral("error_code"),
                           QStringLiteral("error_text"),
                           QStringLiteral("thinking_ms"),
                           QStringLiteral("first_word_ms"),
                           QStringLiteral("pieces"),
                           QStringLiteral("pieces_per_second"),
                           QStringLiteral("prompt_pieces"),
                           QStringLiteral("reused_pieces"),
                           QStringLiteral("resume_source"),
                           QStringLiteral("reread_reason"),
                           QStringLiteral("restored_bytes"),
                           QStringLiteral("restore_ms"),
                           QStringLiteral("divergence")};

QString jsonText(const QJsonDocument& document) {
    return QString::fromUtf8(document.toJson(QJsonDocument::Compact));
}

QString jsonOf(const std::vector<ToolCall>& calls) {
    QJsonArray array;
    for (const ToolCall& call : calls) {
        array.append(QJsonObject{{QStringLiteral("id"), QString::fromStdString(call.id)},
                                 {QStringLiteral("name"), QString::fromStdString(call.name)},
                                 {QStringLiteral("arguments"), QString::fromStdString(call.arguments)}});
    }
    return jsonText(QJsonDocument(array));
}

std::vector<ToolCall> toolCallsOf(const QString& json) {
    std::vector<ToolCall> calls;
    if (json.size() <= 2) {
        return calls;  // almost always
    }
    for (const QJsonValue value : QJsonDocument::fromJson(json.toUtf8()).array()) {
        const QJsonObject object = value.toObject();
        calls.push_back({object[QLatin1String("id")].toString().toStdString(),
                         object[QLatin1String("name")].toString().toStdString(),
                         object[QLatin1String("arguments")].toString().toStdString()});
    }
    return calls;
}

QString jsonOf(const Divergence& divergence) {
    return jsonText(QJsonDocument(QJsonObject{{QStringLiteral("reason"), nameOf(divergence.reason)},
                                              {QStringLiteral("position"), divergence.position},
                                              {QStringLiteral("before"), divergence.before},
                                              {QStringLiteral("now"), divergence.now}}));
}

std::optional<Divergence> divergenceOf(const QVariant& value) {
    if (value.isNull()) {
        return std::nullopt;
    }
    const QJsonObject object = QJsonDocument::fromJson(value.toString().toUtf8()).object();
    const auto reason = valueOf<RereadReason>(object[QLatin1String("reason")].toString());
    if (!reason) {
        return std::nullopt;
    }
    return Divergence{*reason, object[QLatin1String("position")].toInt(), object[QLatin1String("before")].toString(),
                      object[QLatin1String("now")].toString()};
}

template <class Value>
QVariant orNull(const std::optional<Value>& value) {
    return value ? QVariant(*value) : QVariant();
}

QVariant orNull(const std::optional<std::chrono::milliseconds>& time) {
    return time ? QVariant(static_cast<qint64>(time->count())) : QVariant();
}

std::optional<std::chrono::milliseconds> timeOrNone(const QVariant& value) {
    return value.isNull() ? std::nullopt : std::optional(std::chrono::milliseconds(value.toLongLong()));
}

std::optional<Remembered> rememberedOf(const QSqlQuery& query) {
    if (query.isNull(prompt_pieces)) {
        return std::nullopt;
    }
    Remembered remembered;
    remembered.prompt_pieces = query.value(prompt_pieces).toInt();
    remembered.reused_pieces = query.value(reused_pieces).toInt();
    remembered.source = valueOf<ResumeSource>(query.value(resume_source).toString()).value_or(ResumeSource::nothing);
    remembered.reason = valueOf<RereadReason>(query.value(reread_reason).toString()).value_or(RereadReason::none);
    remembered.restored_bytes = query.value(restored_bytes).toULongLong();
    remembered.restore_time = std::chrono::milliseconds(query.value(restore_ms).toLongLong());
    return remembered;
}

}  // namespace

QString notNull(const QString& string) {
    return string.isNull() ? QStringLiteral("") : string;
}

QString messageColumns() {
    return kColumns.join(QLatin1String(", "));
}

int messageColumnCount() {
    return column_count;
}

QVariantList messageValues(const MessageRecord& message) {
    QVariantList values(column_count);
    values[role] = nameOf(message.role);
    values[time] = message.time.toMSecsSinceEpoch();
    values[text] = notNull(message.text);
    values[reasoning] = notNull(message.reasoning);
    values[tool_calls] = jsonOf(message.tool_calls);
    values[tool_call_id] = notNull(message.tool_call_id);
    values[state] = nameOf(message.state);
    values[thinking] = nameOf(message.thinking);
    values[model] = notNull(message.model);
    values[program_version] = notNull(message.program_version);
    values[settings] = notNull(message.settings);
    if (message.error) {
        values[error_code] = nameOf(message.error->code);
        values[error_text] = notNull(QString::fromStdString(message.error->message));
    }
    values[thinking_ms] = orNull(message.thinking_time);
    values[first_word_ms] = orNull(message.first_word);
    values[pieces] = orNull(message.pieces);
    values[pieces_per_second] = orNull(message.pieces_per_second);
    if (const auto& remembered = message.remembered) {
        values[prompt_pieces] = remembered->prompt_pieces;
        values[reused_pieces] = remembered->reused_pieces;
        values[resume_source] = nameOf(remembered->source);
        values[reread_reason] = nameOf(remembered->reason);
        values[restored_bytes] = static_cast<qulonglong>(remembered->restored_bytes);
        values[restore_ms] = static_cast<qint64>(remembered->restore_time.count());
    }
    if (message.divergence) {
        values[divergence] = jsonOf(*message.divergence);
    }
    return values;
}

Result<MessageRecord> readMessage(const QSqlQuery& query) {
    const auto known_role = valueOf<Role>(query.value(role).toString());
    const auto known_state = valueOf<AnswerState>(query.value(state).toString());
    if (!known_role || !known_state) {
        return tl::unexpected(Error{ErrorCode::bad_file, "a stored message makes no sense"});
    }
    MessageRecord message;
    message.role = *known_role;
    // In UTC: to find the local time the system asks a file, which is most of what reading a message costs.
    message.time = QDateTime::fromMSecsSinceEpoch(query.value(time).toLongLong(), Qt::UTC);
    message.text = query.value(text).toString();
    message.reasoning = query.value(reasoning).toString();
    message.tool_calls = toolCallsOf(query.value(tool_calls).toString());
    message.tool_call_id = query.value(tool_call_id).toString();
    message.state = *known_state;
    message.thinking = valueOf<Thinking>(query.value(thinking).toString()).value_or(Thinking::off);
    message.model = query.value(model).toString();
    message.program_version = query.value(program_version).toString();
    message.settings = query.value(settings).toString();
    if (!query.isNull(error_code)) {
        message.error = Error{valueOf<ErrorCode>(query.value(error_code).toString()).value_or(ErrorCode::internal),
                              query.value(error_text).toString().toStdString()};
    }
    message.thinking_time = timeOrNone(query.value(thinking_ms));
    message.first_word = timeOrNone(query.value(first_word_ms));
    if (!query.isNull(pieces)) {
        message.pieces = query.value(pieces).toInt();
    }
    if (!query.isNull(pieces_per_second)) {
        message.pieces_per_second = query.value(pieces_per_second).toDouble();
    }
    message.remembered = rememberedOf(query);
    message.divergence = divergenceOf(query.value(divergence));
    return message;
}

}  // namespace strata::app
