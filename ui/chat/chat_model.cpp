#include "ui/chat/chat_model.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ui/chat/turn_text.h"

namespace strata::ui {

bool isLive(TurnState state) {
    switch (state) {
        case TurnState::loading:
        case TurnState::waiting:
        case TurnState::reading:
        case TurnState::thinking:
        case TurnState::writing:
            return true;
        case TurnState::done:
        case TurnState::cut_off:
        case TurnState::stopped:
        case TurnState::failed:
            break;
    }
    return false;
}

int ChatModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(messages_.size());
}

QVariant ChatModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Message& message = at(index.row());
    switch (role) {
        case text_role:
            return message.text;
        case reasoning_role:
            return message.reasoning;
        case state_role:
            return static_cast<int>(message.state);
        case Qt::AccessibleTextRole:
            return spokenMessage(message);
        default:
            return {};
    }
}

void ChatModel::append(Message message) {
    const int row = rowCount();
    beginInsertRows({}, row, row);
    messages_.push_back(std::move(message));
    endInsertRows();
}

void ChatModel::replaceFrom(int row, std::vector<Message> messages) {
    if (row < rowCount()) {
        beginRemoveRows({}, row, lastRow());
        messages_.erase(messages_.begin() + row, messages_.end());
        endRemoveRows();
    }
    if (!messages.empty()) {
        beginInsertRows({}, row, row + static_cast<int>(messages.size()) - 1);
        std::move(messages.begin(), messages.end(), std::back_inserter(messages_));
        endInsertRows();
    }
}

void ChatModel::appendText(int row, const QString& text) {
    message(row).text += text;
    reportChange(row, {text_role, Qt::AccessibleTextRole});
}

void ChatModel::appendReasoning(int row, const QString& text) {
    message(row).reasoning += text;
    reportChange(row, {reasoning_role});
}

void ChatModel::changeState(int row, const std::function<void(Message&)>& change) {
    change(message(row));
    reportChange(row, {state_role});
}

void ChatModel::replaceAll(std::vector<Message> messages) {
    beginResetModel();
    messages_ = std::move(messages);
    endResetModel();
}

void ChatModel::reportChange(int row, const QList<int>& roles) {
    const QModelIndex changed = index(row);
    Q_EMIT dataChanged(changed, changed, roles);
}

}  // namespace strata::ui
