#include "app/ini_text.h"

#include <QStringDecoder>
#include <QStringList>

namespace strata::app {
namespace {

/// A value on one line. Quoted if spaces at its ends would be lost.
QString escaped(const QString& value) {
    QString line;
    line.reserve(value.size());
    for (const QChar c : value) {
        if (c == u'\\') {
            line += QStringLiteral("\\\\");
        } else if (c == u'\n') {
            line += QStringLiteral("\\n");
        } else if (c == u'\r') {
            line += QStringLiteral("\\r");
        } else if (c == u'\0') {
            line += QStringLiteral("\\0");
        } else {
            line += c;
        }
    }
    const bool ends_matter = line != line.trimmed() || line.startsWith(u'"');
    return ends_matter ? u'"' + line + u'"' : line;
}

QString unescaped(QString line) {
    if (line.size() >= 2 && line.startsWith(u'"') && line.endsWith(u'"')) {
        line = line.mid(1, line.size() - 2);
    }
    QString value;
    value.reserve(line.size());
    for (qsizetype i = 0; i < line.size(); ++i) {
        if (line[i] != u'\\' || i + 1 == line.size()) {
            value += line[i];
            continue;
        }
        const QChar next = line[++i];
        if (next == u'n') {
            value += u'\n';
        } else if (next == u'r') {
            value += u'\r';
        } else if (next == u'0') {
            value += QChar(u'\0');
        } else if (next == u'\\') {
            value += next;
        } else {  // written by hand, as in C:\models
            value += u'\\';
            value += next;
        }
    }
    return value;
}

}  // namespace

std::optional<IniValues> parseIni(const QByteArray& text) {
    QStringDecoder utf8(QStringDecoder::Utf8);
    const QString decoded = utf8(text);
    if (utf8.hasError() || decoded.contains(QChar(u'\0'))) {
        return std::nullopt;
    }
    IniValues values;
    QString section;
    for (const QString& whole : decoded.split(u'\n')) {
        const QString line = whole.trimmed();
        if (line.isEmpty() || line.startsWith(u';') || line.startsWith(u'#')) {
            continue;
        }
        if (line.startsWith(u'[') && line.endsWith(u']')) {
            section = line.mid(1, line.size() - 2).trimmed();
            continue;
        }
        const qsizetype equals = line.indexOf(u'=');
        if (equals <= 0) {
            return std::nullopt;
        }
        const QString key = line.left(equals).trimmed();
        values[section.isEmpty() ? key : section + u'/' + key] = unescaped(line.mid(equals + 1).trimmed());
    }
    return values;
}

QByteArray writeIni(const IniValues& values, const QString& header) {
    QString text = QStringLiteral("; %1\n").arg(header);
    // Keys without a section come first: after a section they would belong to it.
    for (const auto& [key, value] : values) {
        if (!key.contains(u'/')) {
            text += key + u'=' + escaped(value) + u'\n';
        }
    }
    QString section;
    for (const auto& [key, value] : values) {
        const qsizetype slash = key.indexOf(u'/');
        if (slash < 0) {
            continue;
        }
        if (key.left(slash) != section) {
            section = key.left(slash);
            text += QStringLiteral("\n[%1]\n").arg(section);
        }
        text += key.mid(slash + 1) + u'=' + escaped(value) + u'\n';
    }
    return text.toUtf8();
}

}  // namespace strata::app
