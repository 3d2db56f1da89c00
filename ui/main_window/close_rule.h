#pragma once

#include <functional>

#include <QObject>
#include <QPointer>

#include "app/settings.h"

class QMessageBox;
class QWidget;

namespace strata::ui {

class Theme;
class Tray;

/// What the window's close button does: it ends the program, or hides the window in the tray; the person is asked once.
/// Without a tray a window that would be hidden is made small instead, so that it can be found again.
class CloseRule : public QObject {
    Q_OBJECT

public:
    /// All must outlive this.
    struct Parts {
        QWidget* window = nullptr;
        Tray* tray = nullptr;
        app::Settings* settings = nullptr;
        const Theme* theme = nullptr;
        std::function<void()> quit;
        std::function<bool()> is_busy = {};  ///< something would be lost or cut off; none: never
    };

    explicit CloseRule(const Parts& parts, QObject* parent = nullptr);

    /// The close button was pressed. True: the window may close, and the program ends with it.
    bool mayClose();
    /// Puts the window away, or does not show it at all.
    void hide();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// The button that does not end the program.
    struct Stay {
        QString name, text;
        std::function<void()> act;
    };

    void ask();
    void askWhileBusy();
    void show(const QString& name, const QString& text, const Stay& stay, const std::function<void()>& quit);
    void choose(app::CloseAction action);

    const Parts parts_;
    QPointer<QMessageBox> box_;
};

}  // namespace strata::ui
