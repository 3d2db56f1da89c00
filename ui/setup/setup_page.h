#pragma once

#include <QWidget>

class QVBoxLayout;

namespace strata::ui {

class Label;
class SetupController;
class Theme;
enum class ColorRole;
enum class TextStyle;

/// One page of the setup. What is common to all (title, dots, buttons) belongs to the wizard.
class SetupPage : public QWidget {
    Q_OBJECT

public:
    /// Both must outlive the page.
    SetupPage(const Theme* theme, SetupController* setup, const QString& title);

    const QString& title() const { return title_; }
    /// The page is shown.
    virtual void enter() {}
    /// The person goes on from it.
    virtual void leave() {}
    virtual bool canGoOn() const { return true; }
    virtual QString nextText() const { return tr("Next"); }
    /// Where the keyboard begins; null: at the wizard's Next button.
    virtual QWidget* firstControl() { return nullptr; }

Q_SIGNALS:
    /// canGoOn or nextText is another one now.
    void changed();
    /// As if Next had been pressed.
    void nextWanted();

protected:
    const Theme* theme() const { return theme_; }
    SetupController* setup() const { return setup_; }
    QVBoxLayout* rows() const { return rows_; }
    /// Adds a text that breaks into lines.
    Label* addText(TextStyle style, ColorRole color, const QString& text = QString());

private:
    const Theme* theme_;
    SetupController* setup_;
    const QString title_;
    QVBoxLayout* rows_;
};

}  // namespace strata::ui
