#pragma once

#include <QMenu>

namespace strata::ui {

class ChatController;
class Theme;

/// What is not needed every day: parked chats, the check, and the bin.
class MoreMenu : public QMenu {
    Q_OBJECT

public:
    /// Both must outlive the menu.
    MoreMenu(const Theme* theme, ChatController* chats, QWidget* parent);

Q_SIGNALS:
    void parkedWanted();
    void checkWanted();
    void settingsWanted();

private:
    void restyle();
    void fillBin();
    void askToEmpty(int count);

    const Theme* theme_;
    ChatController* chats_;
    QMenu* bin_;
};

}  // namespace strata::ui
