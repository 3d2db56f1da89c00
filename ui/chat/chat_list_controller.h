#pragma once

#include <vector>

#include <QObject>
#include <QPointer>

#include "app/chat_searcher.h"
#include "app/transfer/chat_transfer.h"

class QFileDialog;

namespace strata::ui {

class ChatController;
class ChatList;
class ExportDialog;
class Theme;

/// Joins the list of chats with what can be done with them: searching, deleting, copying, writing into files and
/// reading from them.
class ChatListController : public QObject {
    Q_OBJECT

public:
    /// All must outlive this but pictures, which may be null.
    ChatListController(const Theme* theme, ChatList* list, ChatController* chats, app::PictureStore* pictures,
                       QObject* parent = nullptr);

    /// Asks how and where to write chats; none: all.
    void askToExport(const std::vector<ConversationId>& ids);
    /// Asks where to write what is on the screen, as it is in memory.
    void askToSaveElsewhere();
    /// Adds the chats of an exported file; reports with told.
    void importFile(const QString& path) { transfer_.importFile(path); }
    void askToImport();
    void askToDeleteAll();
    /// The same for the chat on the screen, if it has begun.
    void askToExportThis();

Q_SIGNALS:
    /// Something has ended, in words.
    void told(const QString& text, bool problem);
    /// A chat was chosen: the reader wants to be there.
    void chatOpened();
    /// A search led to this row of the chat on the screen, where the text stands.
    void placeOpened(int row, const QString& text);

private:
    void connectList();
    void connectTransfer();
    void takeChat(const ConversationId& id);
    void tellImport(const app::ImportReport& report);

    const Theme* theme_;
    ChatList* list_;
    ChatController* chats_;
    app::ChatSearcher finder_;
    app::ChatTransfer transfer_;
    QString wanted_text_;  ///< while a place is being opened
};

}  // namespace strata::ui
