#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QAbstractListModel>

#include "app/chat_record.h"
#include "strata/conversations.h"

namespace strata::ui {

/// The chats for the list, the last changed one first, each with what goes on in it.
class ChatListModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum DataRole {
        id_role = Qt::UserRole + 1,  ///< as a QString
        open_role,                   ///< it is the one on the screen
        writing_role,
        unread_role,
        parked_role,
    };

    using QAbstractListModel::QAbstractListModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// A new title; passed on with renameWanted.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

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

Q_SIGNALS:
    void renameWanted(const strata::ConversationId& id, const QString& title);

private:
    struct Row {
        app::ChatRecord chat;
        bool writing = false;
        std::optional<ParkedConversation> parked;
    };

    void change(const ConversationId& id, const std::function<bool(Row&)>& change);
    QString tipOf(const Row& row) const;
    QString spokenRow(const Row& row) const;

    std::vector<Row> rows_;
    ConversationId open_;
};

}  // namespace strata::ui
