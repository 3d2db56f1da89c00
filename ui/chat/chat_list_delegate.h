#pragma once

#include <QStyledItemDelegate>

namespace strata::ui {

class Theme;

/// Paints a chat of the list: its title, the heading of a group above its first one, and marks for an answer that is
/// written, an unread one and a parked state.
class ChatListDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    ChatListDelegate(const Theme* theme, QObject* parent);

    /// Of the part above the first row of a group.
    static int headingHeight(const Theme& theme);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;

private:
    QRect plateOf(const QStyleOptionViewItem& option, const QModelIndex& index) const;
    void paintHeading(QPainter* painter, const QStyleOptionViewItem& option, const QString& heading) const;
    void paintTitle(QPainter* painter, const QStyleOptionViewItem& option, const QRect& area,
                    const QModelIndex& index) const;
    /// Paints the marks from the end of the row towards its beginning; returns the room they took.
    int paintMarks(QPainter* painter, const QStyleOptionViewItem& option, const QRect& area,
                   const QModelIndex& index) const;

    const Theme* theme_;
};

}  // namespace strata::ui
