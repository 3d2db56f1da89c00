#pragma once

#include "ui/chat/chat_finder.h"

class QRect;

namespace strata::ui {

class ChatView;
class FindBar;

/// Joins the line to look for words with what is found, and shows it in the chat.
class ChatFind : public QObject {
    Q_OBJECT

public:
    ChatFind(const Theme* theme, ChatView* view);

    void open();
    /// Shows where a text stands in a row, or after it.
    void showText(int row, const QString& text);
    bool isOpen() const;
    void close();
    /// Goes to the next match or to the one before; round the end.
    void step(int by);
    /// Marks what was found in a row.
    void showIn(int row) const;
    /// Places the line inside an area of the view.
    void place(const QRect& area);

private:
    void look(const QString& needle);
    void takeMatches();
    void showMatch();

    ChatView* view_;
    FindBar* bar_;
    ChatFinder finder_;
    int from_row_ = 0;             ///< the first match to be shown is here or further down
    std::ptrdiff_t current_ = -1;  ///< the match that is shown; -1: none yet
};

}  // namespace strata::ui
