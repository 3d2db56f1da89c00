#pragma once

#include <functional>
#include <optional>

#include <QObject>
#include <QUrl>

#include "app/chat_store.h"

namespace strata::ui {

class ChatController;
class ChatListController;
class Notices;

/// Says what is wrong with the chats that are stored, or with storing them, and offers what helps.
class StoreNotices : public QObject {
    Q_OBJECT

public:
    /// All must outlive this.
    struct Parts {
        Notices* notices = nullptr;
        ChatController* controller = nullptr;
        ChatListController* list = nullptr;
        std::function<void(const QUrl&)> open_link;
    };

    /// trouble: what was found when the chats were opened.
    StoreNotices(Parts parts, const std::optional<app::ChatStoreTrouble>& trouble, QObject* parent = nullptr);

private:
    void showTrouble(const app::ChatStoreTrouble& trouble);
    void showDamaged(const app::ChatStoreTrouble& trouble);
    void showUnsaved(const QString& reason);
    void showUnreadable(const Error& error);
    std::function<void()> showingFile(const QString& path) const;

    const Parts parts_;
};

}  // namespace strata::ui
