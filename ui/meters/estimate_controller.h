#pragma once

#include <functional>

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "app/chat_store.h"
#include "app/engine_thread.h"
#include "app/estimates/piece_counter.h"
#include "app/estimates/speed_book.h"
#include "ui/chat/chat_model.h"
#include "ui/meters/estimate_text.h"

namespace strata::ui {

class ChatController;
class ModelController;
class ParkedChats;

/// Says how long a message will take before it is sent, and learns from how long it took. Joins what is typed, the
/// engine, what is parked and the speeds of this PC, which are kept with the chats.
class EstimateController : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds kTypingPause{150};  ///< until what is typed is counted
    static constexpr std::chrono::milliseconds kTick{500};         ///< of the countdown

    /// What it joins; all must outlive it.
    struct Parts {
        app::EngineThread* engine = nullptr;
        ModelController* model = nullptr;
        ChatController* controller = nullptr;
        const ChatModel* chat = nullptr;
        ParkedChats* parked = nullptr;
        app::ChatStore* store = nullptr;
    };
    using TextSource = std::function<QString()>;
    using PictureSource = std::function<std::vector<app::AttachedPicture>()>;

    explicit EstimateController(const Parts& parts, QObject* parent = nullptr);

    /// Where the message can be asked for as it would be sent, attached texts and all.
    void setTextSource(TextSource source) { text_source_ = std::move(source); }
    /// Where the pictures that go with it can be asked for.
    void setPictureSource(PictureSource source) { picture_source_ = std::move(source); }
    /// It is another message now.
    void noteTyping();

    const EstimateLine& line() const { return line_; }
    /// Why a message cannot be sent: it does not fit. None: it fits, or nobody knows yet.
    std::optional<QString> refusal(const QString& text) const;
    /// How much of what the model can keep in mind the chat on the screen takes, 0 … 1; none: not known.
    std::optional<double> contextShare() const;
    /// How long reading the chat on the screen again would take; none: there is nothing to read, or nobody knows.
    std::optional<app::TimeRange> rereadWait() const;
    /// How long it would take to read what is needed to go on from the answer in this row; none: nobody knows.
    std::optional<app::TimeRange> goBackWait(int row) const;
    app::EstimateScore score() const { return book_.score(); }

Q_SIGNALS:
    void lineChanged();
    /// The chat on the screen takes another share of what the model can keep in mind.
    void contextShareChanged();

private:
    /// A message that is on its way to its first word.
    struct Journey {
        app::RequestId id = 0;
        std::chrono::milliseconds start{0};
        std::optional<app::TimeRange> shown;  ///< what was shown before sending; none: nothing was
        std::optional<std::chrono::milliseconds> expected_end;
    };

    void openModel();
    void countText();
    void takeCount(const QString& text, int pieces, bool exact);
    void followLoading();
    void noteSent();
    void takeEvents(app::RequestId id, const std::vector<EngineEvent>& events);
    void takeProgress(const PromptProgress& progress);
    void takeFirstWord();
    void takeEnd(app::RequestId id, const GenerationSummary& summary);
    void endJourney(app::RequestId id);
    void learnLoading();
    void keepBook();

    int countedRow(int row) const;
    int chatPieces(int row) const;
    int chatPieces() const;
    int readAgainFrom(int row) const;
    bool holdsChat(const EngineStatus& status) const;
    app::WaitNeeds needsOf(int message_pieces) const;
    EstimateFacts facts() const;
    void show();
    std::chrono::milliseconds now() const { return std::chrono::milliseconds(clock_.elapsed()); }

    Parts parts_;
    app::SpeedBook book_;
    app::PieceCounter counter_;
    TextSource text_source_;
    PictureSource picture_source_;
    QString model_key_;
    quint64 model_bytes_ = 0;
    int overhead_ = 0;  ///< pieces of a message besides its text
    QString counted_text_;
    std::optional<int> pieces_;  ///< of the text
    int picture_pieces_ = 0;     ///< of the pictures that go with it
    bool exact_ = true;
    std::optional<std::chrono::milliseconds> load_start_;
    std::optional<std::chrono::milliseconds> load_time_;  ///< that waits for the size of the model
    std::optional<app::TimeRange> shown_wait_;            ///< as the line tells it now
    std::optional<Journey> journey_;
    EstimateLine line_;
    std::optional<double> share_;
    QTimer typing_, ticking_;
    QElapsedTimer clock_;
};

}  // namespace strata::ui
