#pragma once

#include <functional>

#include <QDialog>
#include <QPointer>
#include <QStringList>

class QFileDialog;
class QPlainTextEdit;

namespace strata::ui {

class Button;
class Label;
class Theme;

/// Shows line by line what would help somebody to help, and saves it where the person says. Nothing is sent.
class DiagnosticsDialog : public QDialog {
    Q_OBJECT

public:
    /// theme must outlive the dialog.
    explicit DiagnosticsDialog(const Theme* theme, QWidget* parent = nullptr);

    /// More lines, at the end.
    void add(const QStringList& lines);
    /// Writes what is shown into a file, in the background.
    void saveAs(const QString& path);

Q_SIGNALS:
    void saved(bool success);

private:
    void askWhere();
    void restyle();

    const Theme* theme_;
    QPlainTextEdit* text_;
    Label* result_;
    Button* copy_;
    Button* save_;
    Button* close_;
    QPointer<QFileDialog> file_dialog_;
};

}  // namespace strata::ui
