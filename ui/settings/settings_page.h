#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <QScrollArea>

#include "app/settings.h"
#include "ui/settings/setting_row.h"
#include "ui/settings/settings_group.h"

class QVBoxLayout;

namespace strata::ui {

class Button;
class Theme;

/// One page of the settings: rows that are bound to members of the settings, in both directions. Numbers for experts go
/// behind "More".
class SettingsPage : public QScrollArea {
    Q_OBJECT

public:
    SettingsPage(const Theme* theme, app::Settings* settings, const QString& title, QWidget* parent = nullptr);

    QString title() const { return title_; }
    app::Settings* settings() const { return settings_; }
    const Theme* theme() const { return theme_; }

    /// What is added from now on is shown only after "More" is pressed, and while it is searched for.
    void beginMore();
    void addHeading(const QString& text);
    void addWidget(QWidget* widget);
    /// Puts it on the page without binding it.
    SettingRow* addRow(const SettingText& text, SettingControl* control);

    /// Binds a row to a member by two conversions.
    template <class Group, class Value>
    SettingRow* bind(const SettingText& text, SettingControl* control, Value Group::*member,
                     std::function<QVariant(const Value&)> to_control,
                     std::function<Value(const QVariant&)> from_control);

    template <class Group>
    SettingRow* addSwitch(const SettingText& text, bool Group::*member) {
        return bind<Group, bool>(
            text, makeSwitch(theme_, this), member, [](bool on) { return QVariant(on); },
            [](const QVariant& value) { return value.toBool(); });
    }
    /// Values that are not among the choices show the first one.
    template <class Group, class Value>
    SettingRow* addChoice(const SettingText& text, Value Group::*member,
                          const std::vector<std::pair<Value, QString>>& choices);
    template <class Group, class Number>
    SettingRow* addNumber(const SettingText& text, const NumberLook& look, Number Group::*member) {
        return bind<Group, Number>(
            text, makeNumber(look, this), member,
            [](const Number& value) { return QVariant(static_cast<double>(value)); },
            [](const QVariant& value) { return static_cast<Number>(value.toDouble()); });
    }
    /// none: the number, just below the least, that stands for no value.
    template <class Group>
    SettingRow* addOptional(const SettingText& text, const NumberLook& look, std::optional<double> Group::*member) {
        return bind<Group, std::optional<double>>(
            text, makeNumber(look, this), member,
            [none = look.least](const std::optional<double>& value) { return QVariant(value.value_or(none)); },
            [none = look.least](const QVariant& value) {
                const double number = value.toDouble();
                return number <= none ? std::nullopt : std::optional<double>(number);
            });
    }
    template <class Group>
    SettingRow* addText(const SettingText& text, SettingControl* control, QString Group::*member) {
        return bind<Group, QString>(
            text, control, member, [](const QString& value) { return QVariant(value); },
            [](const QVariant& value) { return value.toString(); });
    }

    /// Shows only rows that match; how many do.
    int search(const QString& words);

private:
    void showMore();
    void restyle();
    void putRow(QWidget* widget);

    struct Entry {
        QWidget* widget;
        SettingRow* row;  ///< none: a heading or the like
        bool more;
    };

    const Theme* theme_;
    app::Settings* settings_;
    const QString title_;
    QVBoxLayout* rows_;
    Button* more_ = nullptr;
    std::vector<Entry> entries_;
    QString words_;
};

template <class Group, class Value>
SettingRow* SettingsPage::bind(const SettingText& text, SettingControl* control, Value Group::*member,
                               std::function<QVariant(const Value&)> to_control,
                               std::function<Value(const QVariant&)> from_control) {
    SettingRow* const row = addRow(text, control);
    const auto present = [settings = settings_]() -> const Group& { return SettingsGroup<Group>::of(*settings); };
    const auto put = [settings = settings_, present, member](const Value& value) {
        Group changed = present();
        changed.*member = value;
        settings->set(changed);
    };
    const auto show = [row, control, present, member, to_control] {
        control->show(to_control(present().*member));
        row->showDefault(present().*member == Group{}.*member);
    };
    connect(control, &SettingControl::edited, row,
            [put, from_control](const QVariant& value) { put(from_control(value)); });
    connect(row, &SettingRow::defaultWanted, row, [put, member] { put(Group{}.*member); });
    connect(settings_, SettingsGroup<Group>::kChanged, row, show);
    show();
    return row;
}

template <class Group, class Value>
SettingRow* SettingsPage::addChoice(const SettingText& text, Value Group::*member,
                                    const std::vector<std::pair<Value, QString>>& choices) {
    QStringList texts;
    for (const auto& [value, words] : choices) {
        texts.append(words);
    }
    return bind<Group, Value>(
        text, makeChoice(texts, this), member,
        [choices](const Value& value) {
            for (std::size_t i = 0; i < choices.size(); ++i) {
                if (choices[i].first == value) {
                    return QVariant(static_cast<int>(i));
                }
            }
            return QVariant(0);
        },
        [choices](const QVariant& at) { return choices[static_cast<std::size_t>(std::max(at.toInt(), 0))].first; });
}

}  // namespace strata::ui
