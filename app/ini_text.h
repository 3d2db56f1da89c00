#pragma once

#include <map>
#include <optional>

#include <QByteArray>
#include <QString>

namespace strata::app {

/// The keys of an INI file with their values, as "section/key" → value.
using IniValues = std::map<QString, QString>;

/// Reads the text of an INI file: UTF-8, `[section]`, `key=value`, comments after `;` or `#` at the start of a line.
/// None if it is not such a text. Of a key that comes twice the last one counts.
std::optional<IniValues> parseIni(const QByteArray& text);

/// The text that parseIni reads back to the same values, whatever characters they hold. Keys hold neither line breaks
/// nor
/// "=", and are ordered. header: comment at the top, one line.
QByteArray writeIni(const IniValues& values, const QString& header);

}  // namespace strata::app
