#pragma once

#include <QDialog>

#include "app/transfer/chat_document.h"

class QCheckBox;
class QRadioButton;

namespace strata::ui {

class Theme;

/// Asks as what chats shall be written to a file, and where.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    /// chats: how many; 0: all. title: of a single one.
    ExportDialog(const Theme* theme, int chats, const QString& title, QWidget* parent);

    app::ExportChoice choice() const;

Q_SIGNALS:
    void fileChosen(const QString& path, const strata::app::ExportChoice& choice);

private:
    QRadioButton* addFormat(const QString& name, const QString& text);
    void askForFile();

    const Theme* theme_;
    QRadioButton* markdown_;
    QRadioButton* plain_text_;
    QRadioButton* json_;
    QCheckBox* thinking_;
    const QString name_;  ///< that is suggested for the file
};

}  // namespace strata::ui
