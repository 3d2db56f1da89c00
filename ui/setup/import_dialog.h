#pragma once

#include <vector>

#include <QDialog>
#include <QStringList>

#include "app/downloads/file_import.h"

namespace strata::ui {

class Button;
class Label;
class RadioBox;
class Theme;
class UsageBar;

/// Takes model files that the person has already: looks at them, names each with what it is, and brings those that
/// belong to the list into the model folder. Needs no network.
class ImportDialog : public QDialog {
    Q_OBJECT

public:
    struct Target {
        QString size;    ///< id of the chosen size
        QString name;    ///< as the person knows it
        QString folder;  ///< of models
    };

    /// theme must outlive the dialog.
    ImportDialog(const Theme* theme, const app::ModelCatalog& catalog, Target target, QWidget* parent = nullptr);

    /// Files or folders, as chosen or dropped.
    void examine(const QStringList& paths);

Q_SIGNALS:
    /// Files have come into the model folder.
    void imported();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void done(int result) override;

private:
    void addControls();
    void layOut();
    void choose(bool folder);
    void take();
    void showProgress(qint64 bytes, qint64 bytes_total);
    void showFound(const std::vector<app::FoundFile>& found);
    void showResult(const QString& text, bool fine);
    void setBusy(bool busy);
    void refresh();
    void restyle();
    app::ImportAction action() const;

    const Theme* theme_;
    const app::ModelCatalog catalog_;
    const Target target_;
    app::FileImport import_;
    std::vector<app::FoundFile> usable_;
    bool busy_ = false;
    Button* choose_folder_;
    Button* choose_files_;
    UsageBar* progress_;
    Label* state_;
    QWidget* list_;
    RadioBox* in_place_;
    RadioBox* copy_;
    RadioBox* move_;
    Label* help_;
    Button* take_;
    Button* close_;
};

}  // namespace strata::ui
