#pragma once

#include <memory>
#include <vector>

#include <QLatin1String>
#include <QString>

class QTranslator;

namespace strata::ui {

/// A language that the program's texts are there in.
struct Language {
    QString code;  ///< "de"
    QString name;  ///< as it calls itself
};

const std::vector<Language>& shippedLanguages();

/// Stands for a language that is for tests alone and is not shipped: long texts, from right to left.
constexpr QLatin1String kPseudoLanguage("x-rtl");

/// Lets the program speak a language while it lives: its own texts, Qt's, and how numbers and dates are written. To be
/// made before any widget, as those keep the texts that they were made with.
class Translations {
public:
    /// code: empty stands for the system's; kPseudoLanguage is taken too; one that is not shipped: English.
    explicit Translations(const QString& code);
    ~Translations();

    /// The language that is spoken, "en" if nothing better was there.
    const QString& code() const { return code_; }

private:
    QString code_;
    std::unique_ptr<QTranslator> own_, qt_;
};

}  // namespace strata::ui
