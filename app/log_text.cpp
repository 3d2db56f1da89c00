#include "app/log_text.h"

#include <QDir>
#include <QRegularExpression>

namespace strata::app {
namespace {

#ifdef _WIN32
constexpr Qt::CaseSensitivity kPathCase = Qt::CaseInsensitive;
#else
constexpr Qt::CaseSensitivity kPathCase = Qt::CaseSensitive;
#endif

/// A path may hold spaces, so it ends where a sentence shows that it must: at a quote, a bracket, ": " or ", ".
const QString kRestOfPath = QStringLiteral("(?:(?!: |, | \\()[^\"'\\n\\r<>|()\\[\\]{}“”‘’])*");

QStringList bothSlashes(const QString& path) {
    if (path.size() < 2) {
        return {};
    }
    const QString plain = QDir::cleanPath(path);
    const QString native = QDir::toNativeSeparators(plain);
    return native == plain ? QStringList{plain} : QStringList{plain, native};
}

/// ".gguf" of "/home/me/Secret Plan.gguf"; a long or odd ending is part of a name.
QString endingOf(const QString& path) {
    static const QRegularExpression ending(QStringLiteral("\\.[A-Za-z][A-Za-z0-9]{0,5}$"));
    return ending.match(path.trimmed()).captured();
}

/// Replaces what looks like a file outside the program's folders by where it is and of what kind.
QString hidePaths(const QString& text, const QRegularExpression& path, const QString& place) {
    QString hidden;
    qsizetype end = 0;
    for (auto match = path.globalMatch(text); match.hasNext();) {
        const auto found = match.next();
        hidden += QStringView(text).mid(end, found.capturedStart() - end);
        hidden += found.captured(1) + place + endingOf(found.captured());
        end = found.capturedEnd();
    }
    return hidden.append(QStringView(text).mid(end));
}

QString hideSecrets(QString text) {
    // Conversation ids, hashes and keys: long runs of hexadecimal digits, and what clients send as keys.
    static const QRegularExpression hex(QStringLiteral("\\b[0-9a-fA-F]{24,}\\b"));
    static const QRegularExpression key(QStringLiteral("\\b(sk|hf|strata)[-_][A-Za-z0-9_-]{8,}"));
    static const QRegularExpression bearer(
        QStringLiteral("\\b(authorization|api[-_ ]?key|password|bearer)(?:\\s*[:=]\\s*|\\s+)(?:bearer\\s+)?[\"']?"
                       "[A-Za-z0-9._~+/=-]{8,}[\"']?"),
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression login(QStringLiteral("://[^/\\s@]+@"));
    text.replace(bearer, QStringLiteral("\\1 <key>"));
    text.replace(key, QStringLiteral("<key>"));
    text.replace(login, QStringLiteral("://<login>@"));
    text.replace(hex, QStringLiteral("<id>"));
    return text;
}

}  // namespace

LogText::LogText(const QString& home, const QString& data) : homes_(bothSlashes(home)), datas_(bothSlashes(data)) {}

QString LogText::clean(const QString& text) const {
    QString line = text;
    for (QChar& letter : line) {
        if (letter.category() == QChar::Other_Control || letter == QChar::LineSeparator ||
            letter == QChar::ParagraphSeparator) {
            letter = u' ';
        }
    }
    for (const QString& data : datas_) {
        line.replace(data, QStringLiteral("<data>"), kPathCase);
    }
    for (const QString& home : homes_) {
        const QRegularExpression below(
            QStringLiteral("()(?:file://)?") + QRegularExpression::escape(home) + kRestOfPath,
            kPathCase == Qt::CaseInsensitive ? QRegularExpression::CaseInsensitiveOption
                                             : QRegularExpression::NoPatternOption);
        line = hidePaths(line, below, QStringLiteral("<home>/…"));
    }
    static const QRegularExpression absolute(
        QStringLiteral("(^|[\\s\"'(“‘=])(?:file://)?(?:/(?:[^\\s/\"']+/)|[A-Za-z]:[\\\\/]|\\\\\\\\)") + kRestOfPath);
    line = hideSecrets(hidePaths(line, absolute, QStringLiteral("<folder>/…")));
    return line.size() <= kLongestLine ? line : line.left(kLongestLine) + u'…';
}

}  // namespace strata::app
