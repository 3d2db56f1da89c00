#pragma once

#include <vector>

#include <QAbstractListModel>
#include <QListView>
#include <QStyledItemDelegate>

#include "app/chat_search.h"

namespace strata::ui {

class Theme;

/// The places that a search found.
class SearchModel : public QAbstractListModel {
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

    const app::SearchHit& at(int row) const { return hits_[static_cast<std::size_t>(row)]; }
    void showAll(std::vector<app::SearchHit> hits);

private:
    std::vector<app::SearchHit> hits_;
};

/// Paints a place: the title of its chat, and below it the words around the place with what was looked for marked.
class SearchDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    SearchDelegate(const Theme* theme, const SearchModel* found, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    /// text: on one line, elided in its own direction.
    void paintLine(QPainter* painter, const QRectF& area, const QString& text, const QColor& ink,
                   const std::vector<app::SearchHit::Mark>& marks) const;

    const Theme* theme_;
    const SearchModel* found_;
};

/// The list of what was found: opens a place with a click or Enter.
class SearchResults : public QListView {
    Q_OBJECT

public:
    SearchResults(const Theme* theme, SearchModel* found, QWidget* parent = nullptr);

    void choose(const QModelIndex& index);

Q_SIGNALS:
    /// text: what was found, as it stands there.
    void placeChosen(const strata::ConversationId& id, qint64 message, const QString& text);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void restyle();

    const Theme* theme_;
    SearchModel* found_;
};

}  // namespace strata::ui
