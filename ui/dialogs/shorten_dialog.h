#pragma once

#include <utility>
#include <vector>

#include <QDialog>

namespace strata::ui {

class RadioBox;
class Theme;

/// Asks how much of the end of a chat stays word for word when its beginning is summed up.
class ShortenDialog : public QDialog {
    Q_OBJECT

public:
    /// exchanges: messages of the person that the chat has, with their answers; at least 2.
    ShortenDialog(const Theme* theme, int exchanges, QWidget* parent);

    /// How many of the last exchanges stay.
    int kept() const;

private:
    std::vector<std::pair<int, RadioBox*>> choices_;
};

}  // namespace strata::ui
