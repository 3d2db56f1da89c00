#pragma once

#include <QStringList>

#include "ui/setup/setup_page.h"

class QComboBox;

namespace strata::ui {

/// What the program is, what it will cost, and in which language.
class WelcomePage : public SetupPage {
    Q_OBJECT

public:
    /// languages: those that the window can speak, as "de"; English is always there.
    WelcomePage(const Theme* theme, SetupController* setup, const QStringList& languages);

private:
    void chooseLanguage(int index);

    QComboBox* language_;
};

}  // namespace strata::ui
