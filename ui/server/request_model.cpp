#include "ui/server/request_model.h"

#include <algorithm>

#include <QLocale>

#include "ui/chat/turn_text.h"
#include "ui/server/server_words.h"
#include "ui/style/tool_tip.h"

namespace strata::ui {
namespace {

constexpr int kAllPercent = 100;

/// Numbers stand below each other at their ends.
QVariant alignmentOf(int column) {
    const bool number = column == RequestModel::pieces_column || column == RequestModel::remembered_column ||
                        column == RequestModel::seconds_column;
    return QVariant::fromValue(Qt::AlignVCenter | (number ? Qt::AlignTrailing : Qt::AlignLeading));
}

/// What is not known is no zero.
QString shareText(const ServerRequest& request) {
    if (request.prompt_pieces <= 0) {
        return RequestModel::tr("–");
    }
    const int percent = static_cast<int>(qint64{kAllPercent} * request.reused_pieces / request.prompt_pieces);
    return RequestModel::tr("%1 %").arg(std::clamp(percent, 0, kAllPercent));
}

QString piecesText(const ServerRequest& request) {
    const QLocale locale;
    const QString read = request.prompt_pieces > 0 ? locale.toString(request.prompt_pieces) : RequestModel::tr("–");
    return RequestModel::tr("%1 + %2").arg(read, locale.toString(request.written_pieces));
}

QString textOf(const ServerRequest& request, int column) {
    switch (column) {
        case RequestModel::time_column:
            return QLocale().toString(request.came.time(), QLocale::LongFormat).section(u' ', 0, 0);
        case RequestModel::app_column:
            return request.app.isEmpty() ? RequestModel::tr("not named") : request.app;
        case RequestModel::kind_column:
            return kindText(request.kind);
        case RequestModel::pieces_column:
            return piecesText(request);
        case RequestModel::remembered_column:
            return shareText(request);
        case RequestModel::seconds_column:
            return shownSeconds(std::chrono::milliseconds(qRound64(request.seconds * 1000)));
        default:
            return outcomeText(request.outcome);
    }
}

}  // namespace

RequestModel::RequestModel(ServerController* server, QObject* parent)
    : QAbstractTableModel(parent), server_(server), rows_(static_cast<int>(server->requests().size())) {
    connect(server, &ServerController::requestsChanged, this, &RequestModel::takeNewest);
}

int RequestModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : rows_;
}

int RequestModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumns;
}

QVariant RequestModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole:
            return textOf(server_->requests()[static_cast<std::size_t>(index.row())], index.column());
        case Qt::ToolTipRole:  // of what may be too long for its column
            return index.column() == result_column || index.column() == app_column
                       ? plainTip(textOf(server_->requests()[static_cast<std::size_t>(index.row())], index.column()))
                       : QVariant();
        case Qt::TextAlignmentRole:
            return alignmentOf(index.column());
        default:
            return {};
    }
}

QVariant RequestModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return alignmentOf(section);
    }
    if (role == Qt::ToolTipRole && section == pieces_column) {
        return tr("Pieces of words (tokens), read and written");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case time_column:
            return tr("Time");
        case app_column:
            return tr("App");
        case kind_column:
            return tr("Kind");
        case pieces_column:
            return tr("Pieces");
        case remembered_column:
            return tr("Remembered");
        case seconds_column:
            return tr("Took");
        default:
            return tr("Result");
    }
}

/// One has come to the front, and the last one may have gone.
void RequestModel::takeNewest() {
    const int rows = static_cast<int>(server_->requests().size());
    if (rows == rows_) {
        beginRemoveRows({}, rows_ - 1, rows_ - 1);
        --rows_;
        endRemoveRows();
    }
    beginInsertRows({}, 0, 0);
    rows_ = rows;
    endInsertRows();
}

}  // namespace strata::ui
