#pragma once

#include <functional>

#include <QObject>
#include <QString>
#include <QStringList>
#include <QVariant>

class QWidget;

namespace strata::ui {

class Theme;

/// A widget that shows one value and lets the person change it. The value is a bool, a number, a text, or the position
/// of a choice.
class SettingControl : public QObject {
    Q_OBJECT

public:
    /// Owned by its widget. show: puts a value into the widget.
    SettingControl(QWidget* widget, std::function<void(const QVariant&)> show);

    QWidget* widget() const { return widget_; }
    /// Nothing is reported as edited for it.
    void show(const QVariant& value);
    /// To be called by the widget's signals.
    void takeEdit(const QVariant& value);

Q_SIGNALS:
    void edited(const QVariant& value);

private:
    QWidget* widget_;
    std::function<void(const QVariant&)> show_;
    bool showing_ = false;
};

/// What a number may be and how it is written.
struct NumberLook {
    double least = 0, most = 0, step = 1;
    QString suffix;          ///< " GB"
    QString least_in_words;  ///< instead of the least number; empty: the number
    int decimals = 0;
};

SettingControl* makeSwitch(const Theme* theme, QWidget* parent);
SettingControl* makeChoice(const QStringList& texts, QWidget* parent);
/// A double; for whole numbers too.
SettingControl* makeNumber(const NumberLook& look, QWidget* parent);
SettingControl* makeText(const QString& placeholder, QWidget* parent);
/// A text with a button to choose a folder. placeholder: what an empty one stands for.
SettingControl* makeFolder(const Theme* theme, const QString& placeholder, QWidget* parent);
/// The same for a file.
SettingControl* makeFile(const Theme* theme, const QString& placeholder, QWidget* parent);
/// A family; empty: the system's. fixed: those with letters of one width.
SettingControl* makeFontChoice(bool fixed, QWidget* parent);

}  // namespace strata::ui
