#include "ui/settings/languages.h"

#include <algorithm>

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include "ui/settings/pseudo_translator.h"

namespace strata::ui {
namespace {

/// The shipped language that a wish comes to.
QString shippedFor(const QString& wish) {
    if (wish == kPseudoLanguage) {
        return wish;
    }
    const QLocale locale = wish.isEmpty() ? QLocale::system() : QLocale(wish);
    const QString code = locale.name().section(u'_', 0, 0);
    const bool shipped = std::ranges::any_of(shippedLanguages(), [&](const Language& l) { return l.code == code; });
    return shipped ? code : QStringLiteral("en");
}

}  // namespace

const std::vector<Language>& shippedLanguages() {
    static const std::vector<Language> languages{{QStringLiteral("en"), QStringLiteral("English")},
                                                 {QStringLiteral("de"), QStringLiteral("Deutsch")}};
    return languages;
}

Translations::Translations(const QString& code) : code_(shippedFor(code)), qt_(std::make_unique<QTranslator>()) {
    if (code_ == kPseudoLanguage) {
        own_ = std::make_unique<PseudoTranslator>();
        QCoreApplication::installTranslator(own_.get());
        return;
    }
    own_ = std::make_unique<QTranslator>();
    // English is in the file too: it has the plural forms.
    if (own_->load(QStringLiteral(":/translations/strata_%1.qm").arg(code_))) {
        QCoreApplication::installTranslator(own_.get());
    }
    const QString beside = QCoreApplication::applicationDirPath() + QStringLiteral("/translations");
    const QString name = QStringLiteral("qtbase_%1").arg(code_);
    if (qt_->load(name, beside) || qt_->load(name, QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        QCoreApplication::installTranslator(qt_.get());
    }
    // Numbers and dates follow the person's country where the language is the same.
    const QLocale system = QLocale::system();
    const bool same = system.name().section(u'_', 0, 0) == code_;
    QLocale::setDefault(same || code.isEmpty() ? system : QLocale(code_));
}

Translations::~Translations() = default;

}  // namespace strata::ui
