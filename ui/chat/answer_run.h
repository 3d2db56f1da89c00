#pragma once

#include <chrono>
#include <optional>

#include <QElapsedTimer>

#include "strata/event.h"
#include "strata/result.h"
#include "ui/chat/chat_model.h"
#include "ui/chat/problem_text.h"

namespace strata::ui {

/// One answer while the engine works on it: turns what the engine reports into changes of its message.
class AnswerRun {
public:
    /// The answer stands in `row` of `chat`, which must outlive the run or be replaced with moveTo. What it has already
    /// is kept and gone on from.
    AnswerRun(ChatModel* chat, int row);

    /// The same messages are now in another model.
    void moveTo(ChatModel* chat) { chat_ = chat; }
    int row() const { return row_; }
    std::chrono::milliseconds sinceSent() const { return std::chrono::milliseconds(since_sent_.elapsed()); }
    const Message& message() const { return chat_->at(row_); }

    /// The model that the answer waited for is there; before, its name was that of the file.
    void takeModelReady(const QString& model);
    /// How long that will take; none: not known.
    void takeLoadTime(std::optional<int> seconds_left);
    void takeEvent(const EngineEvent& event);
    void finish(const GenerationSummary& summary);
    void fail(const Error& error, LoadedBy by);
    /// Ends it as stopped without waiting for the engine.
    void abandon();
    /// Makes waiting times grow.
    void tick();

private:
    void takeReading(int read, int total, double pieces_per_second);
    void takePiece(TurnState state);
    void enterState(TurnState state);
    void endThinking(Message& answer);

    ChatModel* chat_;
    const int row_;
    const int begun_pieces_;                          ///< that it had when this run began
    const std::chrono::milliseconds begun_thinking_;  ///< likewise
    int reused_pieces_ = 0;
    QElapsedTimer since_sent_;
    QElapsedTimer since_state_;
    QElapsedTimer since_thinking_;
};

}  // namespace strata::ui
