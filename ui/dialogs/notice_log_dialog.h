#pragma once

#include <vector>

#include <QDateTime>
#include <QDialog>
#include <QString>

class QListWidget;

namespace strata::ui {

class Label;
class Theme;

/// Something that the window said, and when.
struct NoticeLine {
    QDateTime time;
    QString text;
};

/// What the window has said since the program started, the newest first.
class NoticeLogDialog : public QDialog {
    Q_OBJECT

public:
    explicit NoticeLogDialog(const Theme* theme, QWidget* parent = nullptr);

    void showLines(const std::vector<NoticeLine>& lines);

private:
    void restyle();

    const Theme* theme_;
    Label* nothing_;
    QListWidget* list_;
};

}  // namespace strata::ui
