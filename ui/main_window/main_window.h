#pragma once

#include <functional>

#include <QTimer>
#include <QUrl>
#include <QWidget>

namespace strata::ui {

class ChatController;
class ChatModel;
class ChatPage;
class HeaderBar;
class ModelController;
class Theme;

/// Opens an address outside the program.
using LinkOpener = std::function<void(const QUrl&)>;

/// Opens an address with the desktop's browser or mail program.
void openOutside(const QUrl& target);

/// The window: header, chat, composer, and the keys that work everywhere in it.
class MainWindow : public QWidget {
    Q_OBJECT

public:
    /// What the window joins; all must outlive it.
    struct Parts {
        Theme* theme = nullptr;
        ModelController* model = nullptr;
        ChatController* controller = nullptr;
        ChatModel* chat = nullptr;
    };

    explicit MainWindow(const Parts& parts, LinkOpener open_link = openOutside);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addShortcuts();
    void addShortcut(const QKeySequence& keys, const std::function<void()>& action);
    void escape();
    void zoomBy(int steps);
    void restyle();
    void showModel();
    void showProblem();
    void offerUndo();
    void pressNotice();
    void closeUndo();

    Parts parts_;
    HeaderBar* header_;
    ChatPage* page_;
    QTimer undo_time_;
};

}  // namespace strata::ui
