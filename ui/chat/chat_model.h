#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

#include <QAbstractListModel>
#include <QDateTime>
#include <QString>

#include "app/chat_record.h"
#include "strata/request.h"

namespace strata::ui {

/// Where an answer stands. What the person wrote is always `done`.
enum class TurnState {
    loading,  ///< waits for the model to be loaded
    waiting,  ///< waits for the engine
    reading,  ///< the engine reads the chat
    thinking,
    writing,
    done,
    cut_off,  ///< ended at the limit of its length
    stopped,  ///< by the person
    failed,
};

/// True while more may come.
bool isLive(TurnState state);

/// How far the engine has read. Counts what is new to it: what it still remembers is not read again.
struct ReadingProgress {
    int read = 0;
    int total = 0;
    double pieces_per_second = 0.0;  ///< 0: unknown
};

/// What can be done about an error.
enum class Remedy {
    try_again,
    continue_answer,
    new_chat,
    without_pictures,
    shorten,      ///< the earlier part of the chat gives way to a summary
    new_summary,  ///< a new chat that begins with a summary of this one
    more_memory,  ///< more is kept in mind
    settings,     ///< of the model: smaller ones
    restart,      ///< of the program
};

/// An error in the words of the window.
struct Problem {
    static constexpr std::size_t kMostRemedies = 3;

    QString text;     ///< what happened and what it means
    QString details;  ///< for somebody who is to help: code and the engine's own words
    std::vector<Remedy> remedies = {Remedy::try_again};  ///< the best one first; at most kMostRemedies
    Error error;                                         ///< what it tells of
};

/// One message of a chat.
struct Message {
    qint64 id = 0;          ///< in the store; 0: not there yet
    int branch = 0;         ///< which of the versions at this place it is
    int branches = 1;       ///< versions at this place
    bool followed = false;  ///< something stands below it, shown or not
    Role role = Role::user;
    QDateTime time;
    QString text;
    QString reasoning;  ///< of answers: the thinking before the text
    std::vector<app::AttachedPicture> pictures;

    // Of answers:
    TurnState state = TurnState::done;
    std::chrono::milliseconds state_time{0};  ///< how long a live state has lasted so far
    std::optional<int> load_seconds_left;     ///< until the model that it waits for is there
    ReadingProgress reading;
    std::optional<std::chrono::milliseconds> thinking_time;
    std::optional<std::chrono::milliseconds> first_word;  ///< from sending to the first piece
    std::optional<double> pieces_per_second;
    std::optional<int> pieces;
    std::optional<Problem> problem;     ///< never part of what the model is told
    Thinking thinking = Thinking::off;  ///< as it was asked for
    QString model;                      ///< name of the model that answered
    QString program_version;            ///< that wrote it
    QString settings;                   ///< that it was written with, as JSON text
    std::optional<app::Remembered> remembered;
    std::optional<app::Divergence> divergence;
};

/// The messages of the chat on the screen, oldest first. Changes are reported for exactly the row and role that
/// changed, also while text streams in. Lives on the window's thread.
class ChatModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum DataRole {
        text_role = Qt::DisplayRole,
        reasoning_role = Qt::UserRole + 1,
        state_role,  ///< all but the two texts; the value is the state as a number
    };

    using QAbstractListModel::QAbstractListModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

    const Message& at(int row) const { return messages_[static_cast<std::size_t>(row)]; }
    const std::vector<Message>& messages() const { return messages_; }
    bool isEmpty() const { return messages_.empty(); }
    int lastRow() const { return rowCount() - 1; }

    void append(Message message);
    /// Replaces the messages from a row on.
    void replaceFrom(int row, std::vector<Message> messages);
    void appendText(int row, const QString& text);
    void appendReasoning(int row, const QString& text);
    /// Changes anything but the two texts.
    void changeState(int row, const std::function<void(Message&)>& change);
    /// Shows other messages; none: a new chat.
    void replaceAll(std::vector<Message> messages);

private:
    Message& message(int row) { return messages_[static_cast<std::size_t>(row)]; }
    void reportChange(int row, const QList<int>& roles);

    std::vector<Message> messages_;
};

}  // namespace strata::ui
