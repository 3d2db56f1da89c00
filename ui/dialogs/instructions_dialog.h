#pragma once

#include <vector>

#include <QDialog>

#include "app/chat_record.h"

class QComboBox;
class QLineEdit;
class QPlainTextEdit;

namespace strata::ui {

class Button;
class Label;
class Theme;

/// What the model is told before the first message of a chat, with texts that were saved under a name.
class InstructionsDialog : public QDialog {
    Q_OBJECT

public:
    InstructionsDialog(const Theme* theme, const QString& text, QWidget* parent);

    QString text() const;
    /// The saved texts; the choice stays where it is.
    void setPresets(std::vector<app::InstructionsPreset> presets);
    /// What a change costs; empty: nothing.
    void setNote(const QString& note);

Q_SIGNALS:
    /// These instructions hold from now on.
    void chosen(const QString& text);
    void presetSaveWanted(const strata::app::InstructionsPreset& preset);
    void presetRemoveWanted(const QString& name);

private:
    void layOut();
    void connectParts();
    void showState();
    const app::InstructionsPreset* chosenPreset() const;

    const Theme* theme_;
    std::vector<app::InstructionsPreset> presets_;
    QComboBox* choice_;
    Button* remove_;
    QPlainTextEdit* edit_;
    QLineEdit* name_;
    Button* save_;
    Label* note_;
    const QString first_text_;
};

}  // namespace strata::ui
