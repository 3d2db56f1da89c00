#pragma once

#include <functional>

#include <QWidget>

#include "ui/settings/setting_control.h"

class QBoxLayout;
class QHBoxLayout;
class QVBoxLayout;

namespace strata::ui {

class Button;
class Label;

/// When a changed setting begins to hold.
enum class HoldsFrom {
    now,
    next_message,
    reload,   ///< the model must be loaded again
    restart,  ///< the program must be started again
};

/// What a setting is called and what it means.
struct SettingText {
    QString name;
    QString help;  ///< empty: the name says it
    HoldsFrom holds = HoldsFrom::now;
};

/// One setting: its name, its control, a line that explains it, and a way back to the default.
class SettingRow : public QWidget {
    Q_OBJECT

public:
    /// Takes over the control.
    SettingRow(const Theme* theme, const SettingText& text, SettingControl* control, QWidget* parent = nullptr);

    SettingControl* control() const { return control_; }
    /// Offers the way back, or not.
    void showDefault(bool is_default);
    /// Whether all words are in the name or the help; an empty text matches.
    bool matches(const QString& words) const;

Q_SIGNALS:
    void defaultWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    const Theme* theme_;
    const SettingText text_;
    SettingControl* control_;
    QBoxLayout* row_;
    QVBoxLayout* words_;
    QHBoxLayout* below_;  ///< below the words, or beside them
    Label* name_;
    Label* help_;
    Button* default_;
    int columns_ = 0;
};

}  // namespace strata::ui
