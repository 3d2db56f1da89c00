#pragma once

#include <QDialog>

#include "app/catalog/installed_list.h"

class QVBoxLayout;

namespace strata::ui {

class Button;
class Label;
class Theme;

/// The models that lie on this PC: which one is in use, what each costs on the disk, and what can be done with it.
class ModelsDialog : public QDialog {
    Q_OBJECT

public:
    /// theme and models must outlive the dialog.
    ModelsDialog(const Theme* theme, app::InstalledList* models, QWidget* parent = nullptr);

    /// path: of the model that is in use; empty: the built-in one.
    void showInUse(const QString& path);
    /// What the move of the folder does or came to; empty: there is none.
    void showMove(const QString& text, bool running, bool failed);

Q_SIGNALS:
    /// Empty: the built-in one.
    void useWanted(const QString& path);
    void deleteWanted(const QString& size);
    void addWanted();
    void importWanted();
    void moveWanted();
    void stopMoveWanted();

private:
    void layOut();
    void refresh();
    void addRow(const app::InstalledModel& model);
    void showResult(const QString& text, bool fine);
    void restyle();

    const Theme* theme_;
    app::InstalledList* models_;
    QString in_use_;
    bool moving_ = false;
    QString asked_;  ///< size whose deletion was asked for once
    Label* state_;
    Label* result_;
    QWidget* list_;
    Button* built_in_;
    Button* move_;
    Button* add_;
    Button* import_;
    Button* close_;
};

}  // namespace strata::ui
