#include "ui/dialogs/parked_model.h"

#include <algorithm>
#include <utility>

#include <QDateTime>
#include <QLocale>

#include "ui/chat/parked_text.h"
#include "ui/chat/turn_text.h"
#include "ui/style/tool_tip.h"

namespace strata::ui {
namespace {

QDateTime usedTime(const ParkedConversation& parked) {
    const auto since_epoch = std::chrono::duration_cast<std::chrono::milliseconds>(parked.last_used.time_since_epoch());
    return QDateTime::fromMSecsSinceEpoch(since_epoch.count());
}

QString shownTime(const ParkedConversation& parked) {
    const QDateTime time = usedTime(parked);
    const QLocale locale;
    return time.date() == QDate::currentDate() ? locale.toString(time.time(), QLocale::ShortFormat)
                                               : locale.toString(time.date(), QLocale::ShortFormat);
}

QString shownEstimate(std::chrono::milliseconds time) {
    return time.count() > 0 ? ParkedModel::tr("about %1").arg(shownSeconds(time)) : ParkedModel::tr("–");
}

/// Numbers stand below each other at their ends.
QVariant alignmentOf(int column) {
    const bool number = column == ParkedModel::size_column || column == ParkedModel::pieces_column;
    return QVariant::fromValue(Qt::AlignVCenter | (number ? Qt::AlignTrailing : Qt::AlignLeading));
}

QString fullTime(const ParkedConversation& parked) {
    return QLocale().toString(usedTime(parked), QLocale::LongFormat);
}

}  // namespace

ParkedModel::ParkedModel(std::function<QString(const ConversationId&)> title_of, QObject* parent)
    : QAbstractTableModel(parent), title_of_(std::move(title_of)) {}

int ParkedModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ParkedModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumns;
}

QVariant ParkedModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return textOf(row, index.column());
        case Qt::ToolTipRole:
            return plainTip(tipOf(row, index.column()));
        case Qt::TextAlignmentRole:
            return alignmentOf(index.column());
        case kSortRole:
            return sortValueOf(row, index.column());
        default:
            return {};
    }
}

QVariant ParkedModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return alignmentOf(section);
    }
    if (role == Qt::ToolTipRole) {
        return section == again_column ? tr("How long reading the whole chat again would take") : QString();
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case title_column:
            return tr("Chat");
        case size_column:
            return tr("Size");
        case pieces_column:
            return tr("Pieces");
        case used_column:
            return tr("Last used");
        case back_column:
            return tr("Comes back in");
        case again_column:
            return tr("Reading again");
        case place_column:
            return tr("Where");
        default:
            return tr("State");
    }
}

QString ParkedModel::textOf(const Row& row, int column) const {
    const ParkedConversation& parked = row.parked;
    switch (column) {
        case title_column:
            return row.title.isEmpty() ? tr("Other program") : row.title;
        case size_column:
            return shownBytes(parked.bytes);
        case pieces_column:
            return QLocale().toString(parked.tokens);
        case used_column:
            return shownTime(parked);
        case back_column:
            return shownEstimate(parked.restore_estimate);
        case again_column:
            return shownEstimate(parked.read_estimate);
        case place_column:
            return shownPlace(parked.where);
        default:
            return parked.kept ? tr("%1, kept").arg(shownFit(parked)) : shownFit(parked);
    }
}

QString ParkedModel::tipOf(const Row& row, int column) const {
    switch (column) {
        case title_column:
            return row.title.isEmpty() ? QString::fromStdString(row.parked.title) : row.title;
        case used_column:
            return fullTime(row.parked);
        case back_column:
        case again_column:
            return shownReturn(row.parked);
        default:
            return textOf(row, column);
    }
}

QVariant ParkedModel::sortValueOf(const Row& row, int column) const {
    switch (column) {
        case size_column:
            return static_cast<qulonglong>(row.parked.bytes);
        case pieces_column:
            return row.parked.tokens;
        case used_column:
            return usedTime(row.parked);
        case back_column:
            return static_cast<qlonglong>(row.parked.restore_estimate.count());
        case again_column:
            return static_cast<qlonglong>(row.parked.read_estimate.count());
        default:
            return textOf(row, column);
    }
}

void ParkedModel::showAll(const std::vector<ParkedConversation>& conversations) {
    std::vector<ParkedConversation> fresh = conversations;
    for (int row = rowCount() - 1; row >= 0; --row) {
        Row& old = rows_[static_cast<std::size_t>(row)];
        const auto now = std::find_if(fresh.begin(), fresh.end(),
                                      [&old](const ParkedConversation& other) { return other.id == old.parked.id; });
        if (now == fresh.end()) {
            beginRemoveRows({}, row, row);
            rows_.erase(rows_.begin() + row);
            endRemoveRows();
        } else {
            old = {*now, title_of_(now->id)};
            fresh.erase(now);
            Q_EMIT dataChanged(index(row, 0), index(row, kColumns - 1));
        }
    }
    if (!fresh.empty()) {
        beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(fresh.size()) - 1);
        for (const ParkedConversation& parked : fresh) {
            rows_.push_back({parked, title_of_(parked.id)});
        }
        endInsertRows();
    }
}

}  // namespace strata::ui
