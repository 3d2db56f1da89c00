#include "app/transfer/chat_transfer.h"

#include <algorithm>
#include <utility>

#include <QFile>
#include <QPromise>
#include <QtConcurrent>

#include "app/whole_file.h"

namespace strata::app {
namespace {

Result<std::vector<ChatDocument>> documentsOf(const ChatStore& store, const std::vector<ConversationId>& ids,
                                              const std::function<bool()>& cancelled) {
    const auto chats = store.chats();
    if (!chats) {
        return tl::unexpected(chats.error());
    }
    std::vector<ChatDocument> documents;
    for (const ChatRecord& chat : *chats) {
        const bool wanted = ids.empty() || std::find(ids.begin(), ids.end(), chat.id) != ids.end();
        if (!wanted) {
            continue;
        }
        if (cancelled()) {
            break;
        }
        auto document = documentOf(store, chat);
        if (!document) {
            return tl::unexpected(document.error());
        }
        documents.push_back(std::move(*document));
    }
    return documents;
}

/// Pictures that are not there any more are left out: the chat still says that they were sent.
PictureFiles picturesOf(const std::vector<ChatDocument>& documents, const PictureStore* pictures) {
    PictureFiles files;
    for (const ChatDocument& document : documents) {
        for (const ChatStore::Stored& stored : document.messages) {
            for (const AttachedPicture& picture : stored.message.pictures) {
                const auto bytes = pictures == nullptr || files.contains(picture.hash) ? Result<QByteArray>()
                                                                                       : pictures->bytes(picture.hash);
                if (bytes && !bytes->isEmpty()) {
                    files.emplace(picture.hash, *bytes);
                }
            }
        }
    }
    return files;
}

Result<int> writeDocuments(const std::vector<ChatDocument>& documents, const PictureStore* pictures,
                           const ExportChoice& choice, const QString& path) {
    const bool json = choice.format == ExportChoice::Format::json;
    const QByteArray content = json ? jsonOf(documents, picturesOf(documents, pictures), QDateTime::currentDateTime())
                                    : textOf(documents, choice).toUtf8();
    return writeWholeFile(path, content).map([&documents] { return static_cast<int>(documents.size()); });
}

Result<ReadChats> readFile(const QString& path, PictureStore* pictures) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return tl::unexpected(Error{ErrorCode::io_error, file.errorString().toStdString()});
    }
    if (file.size() > ChatTransfer::kLargestFile) {
        return tl::unexpected(Error{ErrorCode::bad_file, "the file is too large to be an export of chats"});
    }
    auto read = readChats(file.readAll());
    if (read && pictures != nullptr) {
        for (const auto& [hash, bytes] : read->pictures) {
            if (!pictures->keepStored(bytes, PictureKeeping::on_disk)) {
                ++read->damaged_pictures;
            }
        }
        read->pictures.clear();
    }
    return read;
}

}  // namespace

Result<ChatDocument> documentOf(const ChatStore& store, const ChatRecord& chat) {
    return store.allMessages(chat.id).and_then([&](std::vector<ChatStore::Stored>&& messages) {
        return store.shownLeaf(chat.id).map([&](qint64 leaf) { return ChatDocument{chat, std::move(messages), leaf}; });
    });
}

ChatTransfer::ChatTransfer(ChatStore* store, PictureStore* pictures, QObject* parent)
    : QObject(parent), store_(store), pictures_(pictures) {
    pool_.setMaxThreadCount(1);
    storing_.setInterval(0);
    connect(&writing_, &QFutureWatcherBase::finished, this, &ChatTransfer::takeWritten);
    connect(&reading_, &QFutureWatcherBase::finished, this, &ChatTransfer::takeRead);
    connect(&storing_, &QTimer::timeout, this, &ChatTransfer::storeNext);
}

ChatTransfer::~ChatTransfer() {
    writing_.disconnect(this);
    reading_.disconnect(this);
    writing_.cancel();
    pool_.waitForDone();
}

void ChatTransfer::begin() {
    busy_ = true;
    cancelled_ = false;
}

void ChatTransfer::exportChats(const std::vector<ConversationId>& ids, const ExportChoice& choice,
                               const QString& path) {
    if (busy_) {
        return;
    }
    begin();
    path_ = path;
    if (store_->path().isEmpty()) {  // in memory there is nothing to wait for
        const auto written = documentsOf(*store_, ids, [] { return false; }).and_then([&](const auto& documents) {
            return writeDocuments(documents, pictures_, choice, path);
        });
        writing_.setFuture(QtFuture::makeReadyFuture(Result<int>(written)));
        return;
    }
    writing_.setFuture(QtConcurrent::run(
        &pool_, [database = store_->path(), pictures = pictures_, ids, choice, path](QPromise<Result<int>>& promise) {
            promise.addResult(ChatStore::openToRead(database)
                                  .and_then([&](const std::unique_ptr<ChatStore>& store) {
                                      return documentsOf(*store, ids, [&promise] { return promise.isCanceled(); });
                                  })
                                  .and_then([&](const std::vector<ChatDocument>& documents) {
                                      return writeDocuments(documents, pictures, choice, path);
                                  }));
        }));
}

void ChatTransfer::exportChat(const ChatDocument& chat, const ExportChoice& choice, const QString& path) {
    if (busy_) {
        return;
    }
    begin();
    path_ = path;
    writing_.setFuture(QtConcurrent::run(
        &pool_, [pictures = pictures_, chat, choice, path] { return writeDocuments({chat}, pictures, choice, path); }));
}

void ChatTransfer::takeWritten() {
    const Result<int> written = writing_.result();
    end();
    if (written) {
        Q_EMIT exported(path_, *written);
    } else {
        Q_EMIT failed(written.error());
    }
}

void ChatTransfer::importFile(const QString& path) {
    if (busy_) {
        return;
    }
    begin();
    reading_.setFuture(QtConcurrent::run(&pool_, readFile, path, pictures_));
}

void ChatTransfer::cancel() {
    cancelled_ = true;
}

void ChatTransfer::takeRead() {
    auto read = reading_.result();
    if (!read) {
        end();
        Q_EMIT failed(read.error());
        return;
    }
    read_ = std::move(*read);
    next_chat_ = 0;
    report_ = {};
    for (const ChatDocument& document : read_.chats) {
        report_.messages_read += static_cast<int>(document.messages.size());
    }
    report_.damaged_chats = read_.damaged_chats;
    report_.damaged_messages = read_.damaged_messages;
    report_.damaged_pictures = read_.damaged_pictures;
    storing_.start();
}

/// Stores one chat, so that the window can breathe between two.
void ChatTransfer::storeNext() {
    if (cancelled_ || next_chat_ == read_.chats.size()) {
        end();
        Q_EMIT imported(report_);
        return;
    }
    const ChatDocument& document = read_.chats[next_chat_++];
    const auto before = store_->shownLeaf(document.chat.id);
    const auto added = store_->merge(document.chat, document.messages, document.leaf);
    if (!added) {
        const Error error = added.error();
        end();
        Q_EMIT failed(error);
        return;
    }
    ++(before ? report_.chats_known : report_.chats_added);
    report_.messages_added += *added;
    Q_EMIT chatImported(document.chat.id);
}

void ChatTransfer::end() {
    storing_.stop();
    read_ = {};
    busy_ = false;
}

}  // namespace strata::app
