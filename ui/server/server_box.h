#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include "ui/server/server_controller.h"

namespace strata::ui {

class Button;
class CopyField;
class Label;
class NoticeBar;
class RequestListDialog;
class Theme;

/// The local server at a glance: whether it is there, how it is reached, a way to try it, and what it does now.
class ServerBox : public QWidget {
    Q_OBJECT

public:
    /// All must outlive the box.
    ServerBox(const Theme* theme, ServerController* server, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The person wants to choose another port.
    void portWanted();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void arrange();
    void connectAll();
    void refresh();
    void tryOut();
    void renewKey();
    void showRequests();

    const Theme* theme_;
    ServerController* server_;
    Label* state_;
    NoticeBar* problem_;
    QWidget* reach_;  ///< what there is only while it is on
    CopyField* address_;
    CopyField* far_address_;
    CopyField* key_;
    Button* new_key_;
    Label* no_key_;
    Button* try_;
    Label* result_;
    Label* work_;
    Button* requests_;
    QTimer asking_;     ///< runs while "New key" waits for its second press
    QTimer following_;  ///< what the server does, while it is on the screen
    QPointer<RequestListDialog> list_;
};

}  // namespace strata::ui
