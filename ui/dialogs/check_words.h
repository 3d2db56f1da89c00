#pragma once

#include <QString>

namespace strata::ui {

/// What a part of the check is called, and what is played in it, for people.
struct CheckWords {
    QString name;
    QString description;
};

/// scenario: the engine's name; one that is not known here is shown as the engine tells it.
CheckWords checkWords(const QString& scenario, const QString& engine_description);

}  // namespace strata::ui
