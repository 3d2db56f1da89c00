#pragma once

#include <QFrame>

#include "ui/chat/chat_model.h"

namespace strata::ui {

class Theme;

/// All numbers of an answer in a small window that goes away with the next click or key.
class TimesPopup : public QFrame {
    Q_OBJECT

public:
    TimesPopup(const Theme* theme, const Message& message, QWidget* parent);

    /// Shows it with its lower end at a point of the screen, inside the screen.
    void showAbove(const QPoint& place);

private:
    QString text_;  ///< all of it, for the clipboard
};

}  // namespace strata::ui
