#pragma once

#include <QStyledItemDelegate>

namespace strata::ui {

class Theme;

/// Paints the cells of a table in the program's look: room beside the text, and a ring around the one with the focus.
class TableDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    static constexpr int kPadding = 10;  ///< beside the text of a cell

    TableDelegate(const Theme* theme, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const Theme* theme_;
};

}  // namespace strata::ui
