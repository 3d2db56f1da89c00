#pragma once

#include <QSize>

class QMessageBox;
class QString;
class QTableView;
class QWidget;

namespace strata::ui {

class Theme;

/// Colours and font of a dialog.
void applyDialogStyle(QWidget* dialog, const Theme& theme);
/// Colours, fonts and heights of a table in it.
void applyTableStyle(QTableView* table, const Theme& theme);
/// A question with Cancel and no other button yet: shown text is as it is, and the box is gone when it is closed.
QMessageBox* makeQuestion(const QString& name, const QString& title, const QString& text, const Theme& theme,
                          QWidget* parent);
/// A size for a dialog that is `width` × `height` at 100 % text; never larger than the screen has room for.
QSize dialogSize(const Theme& theme, int width, int height);

}  // namespace strata::ui
