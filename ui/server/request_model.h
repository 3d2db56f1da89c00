#pragma once

#include <QAbstractTableModel>

#include "ui/server/server_controller.h"

namespace strata::ui {

/// The requests of other apps that have ended, as a table, the newest first.
class RequestModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        time_column,
        app_column,
        kind_column,
        pieces_column,
        remembered_column,
        seconds_column,
        result_column
    };
    static constexpr int kColumns = result_column + 1;

    /// server must outlive it.
    explicit RequestModel(ServerController* server, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void takeNewest();

    ServerController* server_;
    int rows_ = 0;
};

}  // namespace strata::ui
