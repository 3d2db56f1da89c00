#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QAbstractListModel>
#include <QDate>

#include "app/chat_record.h"
#include "strata/conversations.h"
#include "ui/chat/date_group.h"

namespace strata::ui {

/// The chats for the list, in groups and the last changed one first, each with what goes on in it.
class ChatListModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum DataRole {
        id_role = Qt::UserRole + 1,  ///< as a QString
        open_role,                   ///< it is the one on the screen
        writing_role,
        unread_role,
        parked_role,
        pinned_role,
        temporary_role,
        heading_role,  ///< of the group that begins with this row; empty: none begins
    };

    using QAbstractListModel::QAbstractListModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// A new title; passed on with renameWanted.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

    /// Puts the chats into groups as they are on that day.
    void regroup(const QDate& today);
    void showAll(std::vector<app::ChatRecord> chats);
    /// Adds a chat or changes it; the list stays in order.
    void put(const app::ChatRecord& chat);
    void remove(const ConversationId& id);
    void setOpen(const ConversationId& id);
    void setWriting(const ConversationId& id, bool writing);
    /// What is parked now, of any program.
    void setParked(const std::vector<ParkedConversation>& parked);

    /// None: no such chat is listed.
    const app::ChatRecord* find(const ConversationId& id) const;
    ConversationId idAt(int row) const { return rows_[static_cast<std::size_t>(row)].chat.id; }
    int rowOf(const ConversationId& id) const;  ///< -1: none
    const app::ChatRecord& at(int row) const { return rows_[static_cast<std::size_t>(row)].chat; }

Q_SIGNALS:
    void renameWanted(const strata::ConversationId& id, const QString& title);

private:
    struct Row {
        app::ChatRecord chat;
        DateGroup group;
        bool writing = false;
        std::optional<ParkedConversation> parked;
    };

    bool comesBefore(const Row& one, const Row& other) const;
    bool beginsGroup(int row) const;
    void reportHeading(int row);

    void change(const ConversationId& id, const std::function<bool(Row&)>& change);
    QString tipOf(const Row& row) const;
    QString spokenRow(const Row& row) const;

    std::vector<Row> rows_;
    ConversationId open_;
    QDate today_ = QDate::currentDate();
};

}  // namespace strata::ui
