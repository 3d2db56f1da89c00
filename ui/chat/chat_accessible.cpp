#include "ui/chat/chat_accessible.h"

#include <QPointer>

#include "ui/chat/chat_view.h"
#include "ui/chat/message_view.h"
#include "ui/chat/turn_text.h"

namespace strata::ui {
namespace {

/// A message that is too far from the screen to be a widget. Pressing it brings it there.
class RowAccessible : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    RowAccessible(ChatView* view, int row) : view_(view), row_(row) {}

    bool isValid() const override { return view_ != nullptr && row_ < view_->chat()->rowCount(); }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(view_); }
    QAccessibleInterface* child(int /*index*/) const override { return nullptr; }
    QAccessibleInterface* childAt(int /*x*/, int /*y*/) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface* /*child*/) const override { return -1; }
    QRect rect() const override { return {}; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }

    QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Name && isValid() ? spokenMessage(view_->chat()->at(row_)) : QString();
    }
    void setText(QAccessible::Text /*kind*/, const QString& /*text*/) override {}
    QAccessible::State state() const override {
        QAccessible::State state;
        state.offscreen = true;
        state.focusable = true;
        state.readOnly = true;
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }
    QStringList actionNames() const override { return {setFocusAction()}; }
    void doAction(const QString& action) override {
        if (action == setFocusAction() && isValid()) {
            view_->focusRow(row_);
        }
    }
    QStringList keyBindingsForAction(const QString& /*action*/) const override { return {}; }

private:
    QPointer<ChatView> view_;
    const int row_;
};

QAccessibleInterface* makeInterface(const QString& /*class_name*/, QObject* object) {
    auto* const view = qobject_cast<ChatView*>(object);
    return view == nullptr ? nullptr : new ChatAccessible(view);  // the accessibility of Qt owns it
}

}  // namespace

ChatAccessible::ChatAccessible(ChatView* view) : QAccessibleWidget(view, QAccessible::List) {}

ChatAccessible::~ChatAccessible() {
    for (const auto& [row, id] : rows_) {
        QAccessible::deleteAccessibleInterface(id);
    }
}

ChatView* ChatAccessible::view() const {
    return qobject_cast<ChatView*>(object());
}

QList<QWidget*> ChatAccessible::otherParts() const {
    QList<QWidget*> parts;
    for (QWidget* const part : view()->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (part != view()->viewport() && part->isVisible()) {
            parts.append(part);
        }
    }
    return parts;
}

int ChatAccessible::childCount() const {
    return view()->chat()->rowCount() + static_cast<int>(otherParts().size());
}

QAccessibleInterface* ChatAccessible::child(int index) const {
    const int rows = view()->chat()->rowCount();
    if (index < 0) {
        return nullptr;
    }
    if (index >= rows) {
        return QAccessible::queryAccessibleInterface(otherParts().value(index - rows));
    }
    if (MessageView* const message = view()->viewOf(index)) {
        return QAccessible::queryAccessibleInterface(message);
    }
    const auto known = rows_.find(index);
    if (known != rows_.end()) {
        return QAccessible::accessibleInterface(known->second);
    }
    auto* const row = new RowAccessible(view(), index);  // given back by its id
    rows_.emplace(index, QAccessible::registerAccessibleInterface(row));
    return row;
}

int ChatAccessible::indexOfChild(const QAccessibleInterface* wanted) const {
    if (auto* const message = qobject_cast<MessageView*>(wanted->object())) {
        return view()->rowOf(message);
    }
    if (const int part = static_cast<int>(otherParts().indexOf(qobject_cast<QWidget*>(wanted->object()))); part >= 0) {
        return view()->chat()->rowCount() + part;
    }
    for (const auto& [row, id] : rows_) {
        if (QAccessible::accessibleInterface(id) == wanted) {
            return row;
        }
    }
    return -1;
}

void installChatAccessible() {
    static const bool installed = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    static_cast<void>(installed);
}

}  // namespace strata::ui
