#pragma once

#include <functional>

#include <QKeySequence>
#include <QObject>

namespace strata::ui {

class ChatView;

/// The keys that act on the messages of a chat, wherever in the page the keyboard is.
class ChatKeys : public QObject {
    Q_OBJECT

public:
    /// page: the keys work inside it.
    ChatKeys(ChatView* view, QWidget* page);

    /// Changes the last message of the person in its place. False: there is none.
    bool editLastMessage();

private:
    void add(const QKeySequence& keys, QWidget* page, std::function<void()> action);
    void stepRow(int by);
    void copyLastAnswer() const;
    void copyLastCode() const;
    void toggleThinking();
    int lastAnswer() const;

    ChatView* view_;
};

}  // namespace strata::ui
