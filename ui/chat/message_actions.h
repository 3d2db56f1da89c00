#pragma once

#include <vector>

#include <QFlags>
#include <QWidget>

#include "ui/chat/chat_model.h"
#include "ui/style/icons.h"

namespace strata::ui {

class Button;
class Label;
class Theme;

/// What can be done with one message.
enum class MessageAction : unsigned {
    copy = 1,
    edit = 2,
    answer_again = 4,
    continue_answer = 8,
    branch_here = 16,
    times = 32,
    remove = 64,
    go_back = 128,    ///< the chat ends here; what follows is kept
    show_rest = 256,  ///< shows again what followed
};
Q_DECLARE_FLAGS(MessageActionSet, MessageAction)

/// All actions in the order in which they are shown.
const std::vector<MessageAction>& allMessageActions();
QString actionText(MessageAction action);
Icon actionIcon(MessageAction action);
/// With more about it in brackets.
QString notedText(MessageAction action, const QString& note);

/// What makes sense for a message as it is now. is_last: nothing stands below it.
MessageActionSet actionsOf(const Message& message, bool is_last);

/// The row of buttons below a message.
class MessageActions : public QWidget {
    Q_OBJECT

public:
    MessageActions(const Theme* theme, QWidget* parent);

    void offer(MessageActionSet actions);
    /// More about an action, as the time that it takes; empty: nothing.
    void setNote(MessageAction action, const QString& note);
    QList<QWidget*> tabStops() const;

Q_SIGNALS:
    void triggered(strata::ui::MessageAction action);

private:
    std::vector<std::pair<MessageAction, Button*>> buttons_;
};

/// "‹ 2 of 3 ›": which of the versions of a message is shown, and the way to the others.
class BranchSwitch : public QWidget {
    Q_OBJECT

public:
    BranchSwitch(const Theme* theme, QWidget* parent);

    void showBranch(int branch, int branches);
    QList<QWidget*> tabStops() const;

Q_SIGNALS:
    void branchWanted(int branch);

private:
    Button* previous_;
    Label* place_;
    Button* next_;
    int branch_ = 0;
};

}  // namespace strata::ui

Q_DECLARE_OPERATORS_FOR_FLAGS(strata::ui::MessageActionSet)
