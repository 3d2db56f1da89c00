#pragma once

#include <vector>

#include <QFile>
#include <QString>
#include <QStringList>
#include <QXmlStreamReader>

namespace strata::testing {

/// One text of a .ts file.
struct TranslatedText {
    QString source;
    QStringList forms;  ///< of the translation: one, or one for each plural form
    bool finished = true;
};

/// The texts of resources/translations/strata_<language>.ts, none if it cannot be read.
inline std::vector<TranslatedText> textsOf(const QString& language) {
    QFile file(QStringLiteral(STRATA_RESOURCES "/translations/strata_%1.ts").arg(language));
    std::vector<TranslatedText> texts;
    if (!file.open(QIODevice::ReadOnly)) {
        return texts;
    }
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        if (!xml.readNextStartElement()) {
            continue;
        }
        if (xml.name() == QLatin1String("source")) {
            texts.push_back({xml.readElementText(), {}, true});
        } else if (xml.name() == QLatin1String("translation")) {
            texts.back().finished = !xml.attributes().hasAttribute("type");
            QString whole;
            while (xml.readNext() != QXmlStreamReader::EndElement || xml.name() != QLatin1String("translation")) {
                if (xml.isStartElement()) {
                    texts.back().forms.append(xml.readElementText());
                } else if (xml.isCharacters()) {
                    whole += xml.text();
                }
            }
            if (texts.back().forms.isEmpty()) {
                texts.back().forms.append(whole);
            }
        }
    }
    return texts;
}

}  // namespace strata::testing
