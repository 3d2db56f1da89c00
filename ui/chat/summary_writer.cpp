#include "ui/chat/summary_writer.h"

#include <utility>
#include <variant>

#include "ui/chat/chat_controller.h"

namespace strata::ui {
namespace {

constexpr int kLongestSummary = 700;  ///< tokens

constexpr char kTask[] =
    "Sum up this conversation so that it can go on elsewhere, in the language of my messages: what it is about, what "
    "was "
    "decided or found out with all names and numbers, and what is still open. Write the summary only.";

}  // namespace

SummaryWriter::SummaryWriter(app::EngineThread* engine, ChatController* chats, QObject* parent)
    : QObject(parent), engine_(engine), chats_(chats) {
    connect(engine, &app::EngineThread::events, this,
            [this](app::RequestId id, const std::vector<EngineEvent>& events) {
                for (const EngineEvent& event : events) {
                    if (const auto* const delta = std::get_if<TextDelta>(&event); delta != nullptr && id == asked_) {
                        text_ += delta->text;
                    }
                }
            });
    connect(engine, &app::EngineThread::finished, this, [this](app::RequestId id, const GenerationSummary& summary) {
        if (id == asked_) {
            end(summary);
        }
    });
    connect(engine, &app::EngineThread::failed, this, [this](app::RequestId id, const Error& error) {
        if (id == asked_) {
            takeError(error);
        }
    });
}

void SummaryWriter::write(const ConversationId& chat, int messages, int fewest) {
    if (!isWriting()) {
        chat_ = chat;
        messages_ = messages;
        fewest_ = fewest;
        ask();
    }
}

void SummaryWriter::ask() {
    auto request = chats_->requestAbout(chat_, QString::fromLatin1(kTask), messages_);
    if (!request) {
        Q_EMIT failed(tr("chats that are not stored, or have pictures, cannot be summed up"));
        return;
    }
    request->thinking = Thinking::off;
    request->sampling = SamplingOptions::for_thinking(Thinking::off);
    request->limits.max_tokens = kLongestSummary;
    text_.clear();
    asked_ = engine_->submit(std::move(*request));
}

/// Each time a message and its answer stay out.
void SummaryWriter::takeError(const Error& error) {
    asked_ = 0;
    if (error.code != ErrorCode::context_full) {
        Q_EMIT failed(QString::fromStdString(error.message));
    } else if (messages_ - 2 >= fewest_) {
        messages_ -= 2;
        ask();
    } else {
        Q_EMIT failed(tr("there is no room left for a summary"));
    }
}

void SummaryWriter::cancel() {
    if (isWriting()) {
        engine_->stop(asked_);
    }
}

void SummaryWriter::end(const GenerationSummary& summary) {
    asked_ = 0;
    const QString text = QString::fromStdString(text_).trimmed();
    if (summary.reason == FinishReason::cancelled || text.isEmpty()) {
        Q_EMIT failed(tr("it was stopped"));
    } else {
        Q_EMIT written(ConversationId(chat_), text, messages_);
    }
}

}  // namespace strata::ui
