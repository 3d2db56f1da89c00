#pragma once

#include <QHeaderView>

namespace strata::ui {

class Theme;

/// The line of titles over a table, in the program's look and lined up with the cells of TableDelegate.
class TableHeader : public QHeaderView {
    Q_OBJECT

public:
    TableHeader(const Theme* theme, QWidget* parent);

protected:
    void paintSection(QPainter* painter, const QRect& area, int section) const override;
    QSize sectionSizeFromContents(int section) const override;

private:
    QString titleOf(int section) const;

    const Theme* theme_;
};

}  // namespace strata::ui
