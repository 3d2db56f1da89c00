#pragma once

#include <QDialog>
#include <QSortFilterProxyModel>
#include <QTimer>

#include "ui/dialogs/parked_model.h"

class QTableView;

namespace strata::ui {

class Button;
class ChatListModel;
class Label;
class ParkedChats;
class Theme;
class UsageBar;

/// What is parked, and what can be done about it. Refreshes itself while it is open.
class ParkedDialog : public QDialog {
    Q_OBJECT

public:
    /// All must outlive the dialog.
    ParkedDialog(const Theme* theme, ParkedChats* parked, ChatListModel* chats, QWidget* parent = nullptr);
    ~ParkedDialog() override;

Q_SIGNALS:
    void openWanted(const strata::ConversationId& id);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void makeTable();
    void arrange();
    void restyle();
    void refresh();
    void showUsage();
    void updateButtons();
    int selectedRow() const;  ///< of the model; -1: none
    void open();
    void keep();
    void forget();
    void forgetAll();

    const Theme* theme_;
    ParkedChats* parked_;
    ParkedModel model_;
    QSortFilterProxyModel sorted_;
    QTableView* table_;
    Label* explanation_;
    Label* empty_;
    Label* problem_;
    UsageBar* memory_;
    UsageBar* disk_;
    Button* open_;
    Button* keep_;
    Button* forget_;
    Button* forget_all_;
    QTimer asking_;  ///< runs while "Forget all" asks whether that is meant
};

}  // namespace strata::ui
