#pragma once

#include <map>

#include <QAccessibleWidget>

namespace strata::ui {

class ChatView;

/// The chat as a screen reader finds it: a list of all its messages, whether they are on the screen or not.
class ChatAccessible : public QAccessibleWidget {
public:
    explicit ChatAccessible(ChatView* view);
    ~ChatAccessible() override;

    int childCount() const override;
    QAccessibleInterface* child(int index) const override;
    int indexOfChild(const QAccessibleInterface* child) const override;

private:
    ChatView* view() const;
    /// What is in the view besides its messages: bars and buttons.
    QList<QWidget*> otherParts() const;

    mutable std::map<int, QAccessible::Id> rows_;  ///< of messages that were asked for while they were no widgets
};

/// Makes screen readers find chats in the way above. Once per program; further calls do nothing.
void installChatAccessible();

}  // namespace strata::ui
