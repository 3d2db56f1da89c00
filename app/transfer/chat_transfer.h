#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QFutureWatcher>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include "app/pictures/picture_store.h"
#include "app/transfer/chat_reader.h"

namespace strata::app {

/// What came of an import.
struct ImportReport {
    int chats_added = 0;
    int chats_known = 0;     ///< that were there before
    int messages_added = 0;  ///< to both kinds
    int messages_read = 0;   ///< that the file has whole
    int damaged_chats = 0, damaged_messages = 0, damaged_pictures = 0;
};

/// Writes chats into files and reads them back. Files are read and written beside the window's thread; what is read is
/// stored chat by chat on it, so that nothing waits for a large file. One thing at a time. Lives on that thread.
class ChatTransfer : public QObject {
    Q_OBJECT

public:
    /// Larger files are refused.
    static constexpr qint64 kLargestFile = qint64(1) << 30;

    /// Both must outlive this; pictures may be null: then none are carried.
    ChatTransfer(ChatStore* store, PictureStore* pictures, QObject* parent = nullptr);
    /// Waits for what runs.
    ~ChatTransfer() override;

    bool isBusy() const { return busy_; }
    /// Writes chats of the store, none: all, to a file; what was there is replaced. Reports with exported or failed.
    void exportChats(const std::vector<ConversationId>& ids, const ExportChoice& choice, const QString& path);
    /// The same with a chat that need not be in a store.
    void exportChat(const ChatDocument& chat, const ExportChoice& choice, const QString& path);
    /// Adds what a file holds and is not there yet. Reports with chatImported for each chat, then imported or failed.
    void importFile(const QString& path);
    /// Ends an import after the present chat; it then reports what it has.
    void cancel();

Q_SIGNALS:
    void exported(const QString& path, int chats);
    /// A chat is new, or has got more messages.
    void chatImported(const strata::ConversationId& id);
    void imported(const strata::app::ImportReport& report);
    void failed(const strata::Error& error);

private:
    void begin();
    void takeWritten();
    void takeRead();
    void storeNext();
    void end();

    ChatStore* store_;
    PictureStore* pictures_;
    QThreadPool pool_;
    QFutureWatcher<Result<int>> writing_;
    QFutureWatcher<Result<ReadChats>> reading_;
    QString path_;
    bool busy_ = false;
    bool cancelled_ = false;
    ReadChats read_;
    std::size_t next_chat_ = 0;
    ImportReport report_;
    QTimer storing_;
};

/// A whole chat of a store. Errors: io_error, bad_file, not_found.
Result<ChatDocument> documentOf(const ChatStore& store, const ChatRecord& chat);

}  // namespace strata::app
