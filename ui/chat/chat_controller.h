#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QTimer>

#include "app/chat_store.h"
#include "app/engine_thread.h"
#include "app/settings.h"
#include "app/transfer/chat_document.h"
#include "ui/chat/chat_library.h"
#include "ui/chat/chat_model.h"
#include "ui/chat/chat_request.h"
#include "ui/chat/chat_sessions.h"
#include "ui/chat/problem_text.h"

namespace strata::ui {

/// Reads pictures, and hands them on by their hashes in the window's thread, at once or later. An error ends the
/// answer: nothing is told without its pictures.
using PictureReader =
    std::function<void(const std::vector<app::AttachedPicture>&, std::function<void(Result<ReadPictures>)> then)>;

/// Joins the chats with the engine: turns what the person does into requests, and events into messages.
///
/// One chat is on the screen. The answers of others go on and land in their chats; the engine takes one after another.
/// Of each chat one answer runs at a time and one further message may wait for it. Every message is stored before the
/// engine sees it, and a running answer twice a second. Nothing that was written is replaced: an edit or
/// another answer stands beside the one before.
class ChatController : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds kSaving{500};
    static constexpr std::chrono::seconds kUndoTime{10};

    /// All must outlive the controller. `chat` gets the messages of the chat on the screen.
    ChatController(app::EngineThread* engine, app::ChatStore* store, ChatModel* chat, QObject* parent = nullptr);
    /// Stores what is running as it is.
    ~ChatController() override;

    /// Asked before each answer. Without them the defaults hold. Must outlive the controller.
    void setSettings(const app::Settings* settings);
    /// Whether the model that answers is the practice model.
    void setBuiltInModel(bool built_in) { built_in_model_ = built_in; }
    bool hasBuiltInModel() const { return built_in_model_; }
    void setModelName(const QString& name) { model_name_ = name; }
    void setAnsweredBy(LoadedBy by) { answered_by_ = by; }
    /// Whether a model is there; until then messages wait for it.
    void setModelReady(bool ready);
    /// How long until it is there; none: not known.
    void setLoadTime(std::optional<int> seconds_left);

    /// Takes a message. False if it is blank, if another one waits already or if it cannot be stored: then nothing has
    /// happened.
    bool send(const QString& text, Thinking thinking, std::vector<app::AttachedPicture> pictures = {});
    /// Ends the running answer; what was written is kept.
    void stop();
    /// The program ends: all answers are stored as stopped, at once.
    void endAnswers();
    /// Sends a message of the person anew with another text; the old one stays beside it. Ends the running answer.
    /// False: as of send.
    bool edit(int row, const QString& text, Thinking thinking);
    /// What an answer is told of the chat's pictures.
    enum class Pictures {
        told,
        left_out,  ///< the person said so: the model has no eyes
    };
    /// Another answer beside the one in `row`, or in its place if that has no word.
    void answerAgain(int row, Pictures pictures = Pictures::told);
    /// The same for the last message.
    void answerAgain() { answerAgain(chat_->lastRow()); }
    /// Goes on with the last answer, which was stopped, cut off or interrupted.
    void continueAnswer();
    /// Shows a version of a message, counted from 0, and what followed it. Not while an answer runs in this chat.
    void showBranch(int row, int branch);
    /// Lets the chat end at a message, so that the next one is sent after it. What followed is kept; Undo shows it
    /// again. Not while an answer runs in this chat.
    void goBackTo(int row);
    /// Shows again what followed the last message when it was gone back to.
    void showWhatFollowed();
    /// A new chat that begins with the messages down to this one.
    void branchFromHere(int row);
    /// Takes a message out with all that follows it. Undo brings it back. Ends the running answer.
    void deleteMessage(int row);

    /// Puts a chat on the screen that begins with its first message. The answer of the one before goes on.
    void newChat();
    /// A chat that is written nowhere and is gone when it is deleted or the program ends.
    void newTemporaryChat();
    void openChat(const ConversationId& id);
    /// Opens a chat where a message is, on whichever branch. Reports with messageWanted.
    void openMessage(const ConversationId& id, qint64 message);
    /// Opens the chat that was on the screen when the program ended.
    void openLastChat();
    void renameChat(const ConversationId& id, const QString& title);
    void pinChat(const ConversationId& id, bool pinned);
    /// A copy with all branches; it is not opened.
    void duplicateChat(const ConversationId& id);
    /// Lists and shows what an import has put into the store.
    void takeImported(const ConversationId& id);
    /// Stops their answers and puts the chats into the bin. Undo brings them back.
    void deleteChats(const std::vector<ConversationId>& ids);
    void deleteChat(const ConversationId& id) { deleteChats({id}); }
    /// Also what is in the bin, if it is for good.
    void deleteAllChats(bool for_good);
    /// Takes a chat out of the bin; one that was on the screen is opened.
    void restoreChat(const ConversationId& id);
    /// Takes the last deletion back; nothing if its time is over.
    void undoDelete();
    /// The chats in the bin, the last deleted one first.
    std::vector<app::ChatRecord> bin() const { return library_.bin(); }
    /// Deletes for good what is in the bin.
    void emptyBin();
    /// The chat on the screen with the messages that are shown and what is typed, as it is in memory.
    app::ChatDocument documentOnScreen() const;
    /// Empty: a chat that has not begun.
    ConversationId currentChat() const { return sessions_.current().chat.id; }
    /// Under which name the engine keeps the branch on the screen; empty: a chat that has not begun.
    ConversationId currentConversation() const;
    bool isTemporary() const { return sessions_.current().chat.temporary; }

    /// What the model is told before the first message of this chat.
    QString instructions() const { return sessions_.current().chat.instructions; }
    void setInstructions(const QString& text);

    /// A request that asks the model something about a chat as it stands, after its last message or after the first
    /// `messages` of them; none: it has pictures, or it is gone.
    std::optional<GenerationRequest> requestAbout(const ConversationId& chat, const QString& question,
                                                  std::optional<int> messages = std::nullopt) const;
    /// Puts a summary in the place of all before `row`, where an own message stands, as another version of the chat.
    void shortenBefore(int row, const QString& summary);
    /// Gives a chat another title, unless the person gave it one.
    void improveTitle(const ConversationId& chat, const QString& title);
    /// Whether an answer runs in any chat.
    bool anyAnswering() const { return sessions_.anyRuns(); }

    /// Where the reading of this chat stopped; none: at its end.
    std::optional<app::ReadingPlace> readingPlace() const;
    void setReadingPlace(const std::optional<app::ReadingPlace>& place);

    bool isAnswering() const { return sessions_.current().running.has_value(); }
    /// Whether an answer runs in this chat or in another one.
    bool isAnyAnswering() const { return sessions_.anyRuns(); }
    /// The message that waits for the running answer; none waits if it is empty.
    app::Draft waiting() const;
    /// Takes the waiting message out again and returns it.
    app::Draft takeBackWaiting();
    /// What was typed into the chat on the screen and not sent.
    const app::Draft& draft() const { return sessions_.current().draft; }
    void setDraft(app::Draft draft);

    /// Without one, pictures are not told to the model.
    void setPictureReader(PictureReader reader) { read_pictures_ = std::move(reader); }
    ChatListModel* chatList() { return library_.list(); }
    const ChatListModel* chatList() const { return library_.list(); }
    MessageSaver* saver() { return library_.saver(); }
    app::ChatStore* store() const { return store_; }

Q_SIGNALS:
    /// The chat on the screen; also when another one comes there.
    void answeringChanged(bool answering);
    void stopRequested();
    /// An answer came to its end or failed, in whichever chat; nobody stopped it.
    void answerEnded(const strata::ConversationId& chat, const QString& title, std::chrono::milliseconds took);
    /// A message is on the screen and on its way to the engine.
    void sent();
    void waitingChanged();
    /// No answer runs any more, in no chat. A message that waited may begin the next one at once.
    void allAnswered();
    /// Another chat comes to the screen: last chance to call setDraft and setReadingPlace for the one before.
    void leavingChat();
    void chatOpened();
    /// This row is to be seen: a search led to it.
    void messageWanted(int row);
    void chatDeleted(const strata::ConversationId& id);
    /// The first answer of a stored chat is complete.
    void firstAnswered(const strata::ConversationId& id);
    /// The chat on the screen has other instructions.
    void instructionsChanged();
    /// What was in the bin is deleted for good.
    void binEmptied();
    /// Something was deleted, in words, and can be brought back for kUndoTime.
    void undoOffered(const QString& text);
    void undoExpired();
    /// A chat could not be read, and why.
    void openFailed(const strata::Error& error);

private:
    struct DeletedMessage {
        ConversationId chat;
        qint64 message = 0;
        bool kept = false;  ///< only what follows it went from the screen
    };
    /// What Undo brings back.
    struct Deleted {
        std::vector<ConversationId> chats;
        ConversationId on_screen;  ///< the one of them that was there
        std::optional<DeletedMessage> message;
    };

    ChatModel* modelOf(const ChatSession& session) const { return sessions_.modelOf(session); }
    std::unique_ptr<ChatSession> newSession(const app::ChatRecord& chat);
    void show(std::unique_ptr<ChatSession> session, std::vector<Message> messages);
    void reportShown();
    void reportUnreadable(const Error& error);
    void noteOpenChat();
    /// Shows what the store says of the chat on the screen, from the first row on that differs.
    bool reload();

    /// An answer that is not begun, and what it is to be written with.
    struct NewAnswer {
        Message message;
        AnswerSettings settings;
    };
    NewAnswer newAnswer(Thinking thinking, Pictures pictures) const;
    bool place(ChatSession& session, const ChatSession::Waiting& message);
    bool placeAt(ChatSession& session, int row, std::vector<Message> messages, const AnswerSettings& settings);
    bool placeAgain(const Message& old, Pictures pictures);
    void startAnswer(ChatSession& session, const AnswerSettings& settings, bool continues);
    void askEngine(ChatSession& session);
    void submit(ChatSession& session, Result<ReadPictures> pictures);
    app::BranchState branchState(const ConversationId& chat) const;
    void abandonAnswer(ChatSession& session);
    void countVersions(const ChatSession& session, Message& message) const;

    void takeEvents(app::RequestId id, const std::vector<EngineEvent>& events);
    void finish(app::RequestId id, const GenerationSummary& summary);
    void fail(app::RequestId id, const Error& error);
    void endAnswer(ChatSession& session);
    void placeWaiting(ChatSession& session);

    void saveAnswer(ChatSession& session);
    void saveRunning();
    void storeDraft(const ChatSession& session);
    void changeChat(const ConversationId& id, const std::function<void(app::ChatRecord&)>& change);
    void offerUndo(Deleted deleted, const QString& text);
    void restore(const ConversationId& id, bool opens);
    app::ModelSettings modelSettings() const;
    int binDays() const;
    void tick();
    void stopClocksIfIdle();

    app::EngineThread* engine_;
    app::ChatStore* store_;
    ChatModel* chat_;
    ChatLibrary library_;
    ChatSessions sessions_;
    const app::Settings* settings_ = nullptr;
    quint64 last_run_ = 0;
    PictureReader read_pictures_;
    LoadedBy answered_by_ = LoadedBy::engine;
    bool built_in_model_ = false;
    QString model_name_;
    bool model_ready_ = false;
    std::vector<ConversationId> temporary_conversations_;  ///< that the engine was asked
    ConversationId asked_last_;  ///< the conversation that the engine holds, if nobody else asked it something
    Deleted deleted_;
    QTimer undo_time_;
    QTimer clock_;   ///< makes waiting times grow
    QTimer saving_;  ///< runs while an answer runs
};

}  // namespace strata::ui
