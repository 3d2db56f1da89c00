#pragma once

#include <QSize>

class QTableView;
class QWidget;

namespace strata::ui {

class Theme;

/// Colours and font of a dialog.
void applyDialogStyle(QWidget* dialog, const Theme& theme);
/// Colours, fonts and heights of a table in it.
void applyTableStyle(QTableView* table, const Theme& theme);
/// A size for a dialog that is `width` × `height` at 100 % text; never larger than the screen has room for.
QSize dialogSize(const Theme& theme, int width, int height);

}  // namespace strata::ui
