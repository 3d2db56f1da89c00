#pragma once

#include <vector>

#include <QDialog>
#include <QKeySequence>
#include <QString>

namespace strata::ui {

class Theme;

/// What a key does.
struct KeyLine {
    std::vector<QKeySequence> keys;  ///< all of them do it
    QString what;
};

/// Everything that can be done with keys in the window, by place.
struct KeyGroup {
    QString place;
    std::vector<KeyLine> lines;
};
std::vector<KeyGroup> keyMap();

/// Shows the keyboard map.
class ShortcutDialog : public QDialog {
    Q_OBJECT

public:
    /// theme must outlive the dialog.
    explicit ShortcutDialog(const Theme* theme, QWidget* parent = nullptr);

private:
    void restyle();

    const Theme* theme_;
};

}  // namespace strata::ui
