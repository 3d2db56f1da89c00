#include "ui/chat/chat_list_model.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "ui/chat/parked_text.h"
#include "ui/style/tool_tip.h"

namespace strata::ui {

int ChatListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant ChatListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
        case Qt::EditRole:
            return row.chat.title;
        case Qt::ToolTipRole:
            return plainTip(tipOf(row));
        case Qt::AccessibleTextRole:
            return beginsGroup(index.row()) ? headingOf(row.group, today_) + QStringLiteral(": ") + spokenRow(row)
                                            : spokenRow(row);
        case id_role:
            return QString::fromStdString(row.chat.id);
        case open_role:
            return row.chat.id == open_;
        case writing_role:
            return row.writing;
        case unread_role:
            return row.chat.unread;
        case parked_role:
            return row.parked.has_value();
        case pinned_role:
            return row.chat.pinned;
        case temporary_role:
            return row.chat.temporary;
        case heading_role:
            return beginsGroup(index.row()) ? headingOf(row.group, today_) : QString();
        default:
            return {};
    }
}

Qt::ItemFlags ChatListModel::flags(const QModelIndex& index) const {
    return QAbstractListModel::flags(index) | (index.isValid() ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

bool ChatListModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const QString title = value.toString().simplified();
    if (role != Qt::EditRole || !index.isValid() || title.isEmpty()) {
        return false;
    }
    Q_EMIT renameWanted(idAt(index.row()), title);
    return true;
}

void ChatListModel::regroup(const QDate& today) {
    if (today == today_) {
        return;
    }
    today_ = today;
    for (Row& row : rows_) {
        row.group = groupOf(row.chat, today_);
    }
    if (!rows_.empty()) {
        Q_EMIT dataChanged(index(0), index(rowCount() - 1), {heading_role, Qt::AccessibleTextRole});
    }
}

void ChatListModel::showAll(std::vector<app::ChatRecord> chats) {
    beginResetModel();
    rows_.clear();
    rows_.reserve(chats.size());
    for (app::ChatRecord& chat : chats) {
        const DateGroup group = groupOf(chat, today_);
        rows_.push_back({std::move(chat), group, false, std::nullopt});
    }
    std::stable_sort(rows_.begin(), rows_.end(),
                     [this](const Row& one, const Row& other) { return comesBefore(one, other); });
    endResetModel();
}

bool ChatListModel::comesBefore(const Row& one, const Row& other) const {
    const auto key = [](const Row& row) { return std::tuple(row.chat.temporary, row.chat.pinned, row.chat.changed); };
    return key(one) > key(other);
}

bool ChatListModel::beginsGroup(int row) const {
    const auto here = static_cast<std::size_t>(row);
    return row == 0 || rows_[here - 1].group != rows_[here].group;
}

/// A row may have got or lost its heading because of the one before it.
void ChatListModel::reportHeading(int row) {
    if (row < rowCount()) {
        Q_EMIT dataChanged(index(row), index(row), {heading_role, Qt::AccessibleTextRole});
    }
}

void ChatListModel::put(const app::ChatRecord& chat) {
    regroup(QDate::currentDate());
    const Row put{chat, groupOf(chat, today_), false, std::nullopt};
    const auto earlier = [this, &put](const Row& other) {
        return other.chat.id != put.chat.id && comesBefore(other, put);
    };
    const int target = static_cast<int>(std::count_if(rows_.begin(), rows_.end(), earlier));
    const int old = rowOf(chat.id);
    if (old < 0) {
        beginInsertRows({}, target, target);
        rows_.insert(rows_.begin() + target, put);
        endInsertRows();
        reportHeading(target + 1);
        return;
    }
    if (old != target) {
        beginMoveRows({}, old, old, {}, target > old ? target + 1 : target);
        Row row = std::move(rows_[static_cast<std::size_t>(old)]);
        rows_.erase(rows_.begin() + old);
        rows_.insert(rows_.begin() + target, std::move(row));
        endMoveRows();
    }
    Row& row = rows_[static_cast<std::size_t>(target)];
    const bool regrouped = row.group != put.group || old != target;
    row.chat = chat;
    row.group = put.group;
    Q_EMIT dataChanged(index(target), index(target));
    if (regrouped) {
        reportHeading(target + 1);
        reportHeading(old > target ? old + 1 : old);
    }
}

void ChatListModel::remove(const ConversationId& id) {
    if (const int row = rowOf(id); row >= 0) {
        beginRemoveRows({}, row, row);
        rows_.erase(rows_.begin() + row);
        endRemoveRows();
        reportHeading(row);
    }
}

void ChatListModel::setOpen(const ConversationId& id) {
    const ConversationId before = std::exchange(open_, id);
    for (const ConversationId& changed : {before, id}) {
        if (const int row = rowOf(changed); row >= 0) {
            Q_EMIT dataChanged(index(row), index(row), {open_role, Qt::AccessibleTextRole});
        }
    }
}

void ChatListModel::setWriting(const ConversationId& id, bool writing) {
    change(id, [writing](Row& row) { return std::exchange(row.writing, writing) != writing; });
}

void ChatListModel::setParked(const std::vector<ParkedConversation>& parked) {
    std::map<ConversationId, const ParkedConversation*> usable;
    for (const ParkedConversation& conversation : parked) {
        // Of the branches of a chat the one that was used last, which comes first.
        if (conversation.fit == ParkedFit::fine) {
            usable.emplace(app::chatOf(conversation.id), &conversation);
        }
    }
    for (int row = 0; row < rowCount(); ++row) {
        Row& listed = rows_[static_cast<std::size_t>(row)];
        const auto found = usable.find(listed.chat.id);
        if (found == usable.end() && !listed.parked) {
            continue;
        }
        const QString before = tipOf(listed);
        listed.parked = found == usable.end() ? std::nullopt : std::optional(*found->second);
        if (tipOf(listed) != before) {
            Q_EMIT dataChanged(index(row), index(row));
        }
    }
}

const app::ChatRecord* ChatListModel::find(const ConversationId& id) const {
    const int row = rowOf(id);
    return row < 0 ? nullptr : &rows_[static_cast<std::size_t>(row)].chat;
}

int ChatListModel::rowOf(const ConversationId& id) const {
    const auto found = std::find_if(rows_.begin(), rows_.end(), [&id](const Row& row) { return row.chat.id == id; });
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

/// Reports the row as changed if `change` says so.
void ChatListModel::change(const ConversationId& id, const std::function<bool(Row&)>& change) {
    const int row = rowOf(id);
    if (row >= 0 && change(rows_[static_cast<std::size_t>(row)])) {
        Q_EMIT dataChanged(index(row), index(row));
    }
}

QString ChatListModel::tipOf(const Row& row) const {
    return row.parked ? row.chat.title + u'\n' + parkedTip(*row.parked) : row.chat.title;
}

QString ChatListModel::spokenRow(const Row& row) const {
    QStringList parts{row.chat.title};
    if (row.chat.id == open_) {
        parts.append(tr("open"));
    }
    if (row.writing) {
        parts.append(tr("is being answered"));
    }
    if (row.chat.unread) {
        parts.append(tr("unread answer"));
    }
    if (row.chat.temporary) {
        parts.append(tr("is not stored"));
    }
    if (row.parked) {
        parts.append(parkedTip(*row.parked));
    }
    return parts.join(QStringLiteral(", "));
}

}  // namespace strata::ui
