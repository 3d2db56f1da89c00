#pragma once

#include <QAction>
#include <QMenu>

namespace strata::ui {

class ChatController;
class ModelController;
class Theme;

/// What is not needed every day: parked chats, the check, and the bin.
class MoreMenu : public QMenu {
    Q_OBJECT

public:
    /// Both must outlive the menu.
    MoreMenu(const Theme* theme, ChatController* chats, QWidget* parent);

    /// Whether there is a way to let a server answer.
    void offerRemote(bool offered) { remote_->setVisible(offered); }
    /// From now on there are the keyboard map, diagnostics and what the program is.
    void offerHelp();
    /// What can be done with the model's memory while the engine does this.
    void showModelAction(const ModelController& model);
    /// There is a setup to open.
    void offerSetup();

Q_SIGNALS:
    void parkedWanted();
    void checkWanted();
    void measureWanted();
    void exportWanted();
    void instructionsWanted();
    void settingsWanted();
    void remoteWanted();
    /// The model is to be loaded, or its memory to be given back.
    void modelToggled();
    void keysWanted();
    void diagnosticsWanted();
    void aboutWanted();
    void noticesWanted();
    void modelsWanted();
    void setupWanted();

private:
    void restyle();
    void fillBin();
    void askToEmpty(int count);

    const Theme* theme_;
    ChatController* chats_;
    QMenu* bin_;
    QAction* remote_ = nullptr;
    QAction* model_ = nullptr;
    QAction* models_ = nullptr;
    QAction* setup_ = nullptr;
};

}  // namespace strata::ui
