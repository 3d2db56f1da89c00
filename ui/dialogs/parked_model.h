#pragma once

#include <functional>
#include <vector>

#include <QAbstractTableModel>

#include "strata/conversations.h"

namespace strata::ui {

/// Parked conversations as a table. Rows keep their place while the list is refreshed.
class ParkedModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        title_column,
        size_column,
        pieces_column,
        used_column,
        back_column,
        again_column,
        place_column,
        state_column
    };
    static constexpr int kColumns = state_column + 1;
    static constexpr int kSortRole = Qt::UserRole + 1;  ///< a value that sorts as the column means it

    /// title_of: the title of a chat of this window; empty if the conversation is none.
    explicit ParkedModel(std::function<QString(const ConversationId&)> title_of, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void showAll(const std::vector<ParkedConversation>& conversations);
    const ParkedConversation& at(int row) const { return rows_[static_cast<std::size_t>(row)].parked; }
    bool isChat(int row) const { return !rows_[static_cast<std::size_t>(row)].title.isEmpty(); }

private:
    struct Row {
        ParkedConversation parked;
        QString title;  ///< empty: not a chat of this window
    };

    QString textOf(const Row& row, int column) const;
    QString tipOf(const Row& row, int column) const;
    QVariant sortValueOf(const Row& row, int column) const;

    std::function<QString(const ConversationId&)> title_of_;
    std::vector<Row> rows_;
};

}  // namespace strata::ui
