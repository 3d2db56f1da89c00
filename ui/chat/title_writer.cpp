#include "ui/chat/title_writer.h"

#include <algorithm>
#include <utility>
#include <variant>

#include <QRegularExpression>

#include "app/settings.h"
#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_title.h"

namespace strata::ui {
namespace {

constexpr qsizetype kLongestTitle = 60;
constexpr int kLongestAnswer = 32;  ///< tokens

/// Told after the chat as it is, so that the model has nothing to read again.
constexpr char kTask[] =
    "Write a title for this conversation: two to six words, in the language of my first message, that say what it is "
    "about. Answer with the title only.";

}  // namespace

QString titleFromModel(const QString& text) {
    static const QRegularExpression label(QStringLiteral("^(title|titel|titre|título|titolo)\\s*:\\s*"),
                                          QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression around(QStringLiteral("^[\\s\"'“”„‚‘’«»*_#`]+|[\\s\"'“”„‚‘’«»*_#`.]+$"));
    QString title = text.trimmed().section(u'\n', 0, 0);
    title.remove(around).remove(label).remove(around);
    title = title.simplified();
    const bool has_letter = std::any_of(title.begin(), title.end(), [](QChar c) { return c.isLetterOrNumber(); });
    return title.size() <= kLongestTitle && has_letter ? title : QString();
}

TitleWriter::TitleWriter(app::EngineThread* engine, ChatController* chats, const app::Settings* settings,
                         QObject* parent)
    : QObject(parent), engine_(engine), chats_(chats), settings_(settings) {
    idle_.setSingleShot(true);
    idle_.setInterval(kIdle);
    connect(&idle_, &QTimer::timeout, this, &TitleWriter::writeNext);
    connect(chats, &ChatController::firstAnswered, this, &TitleWriter::noteAnswered);
    connect(engine, &app::EngineThread::submitted, this, &TitleWriter::noteSubmitted);
    connect(engine, &app::EngineThread::events, this,
            [this](app::RequestId id, const std::vector<EngineEvent>& events) {
                for (const EngineEvent& event : events) {
                    if (const auto* const delta = std::get_if<TextDelta>(&event); delta != nullptr && id == asked_) {
                        text_ += delta->text;
                    }
                }
            });
    connect(engine, &app::EngineThread::finished, this, [this](app::RequestId id, const GenerationSummary& summary) {
        if (id == asked_ && asked_ != 0) {
            take(summary);
        }
    });
    connect(engine, &app::EngineThread::failed, this, [this](app::RequestId id) {
        if (id == asked_) {
            forget();
        }
    });
}

void TitleWriter::noteAnswered(const ConversationId& chat) {
    if (settings_->parking().title_by_model && !chats_->hasBuiltInModel()) {  // that one has little to say
        waiting_.push_back(chat);
        idle_.start();
    }
}

/// Somebody wants the engine: a title can wait.
void TitleWriter::noteSubmitted(app::RequestId id) {
    if (asking_) {
        return;  // that is us
    }
    if (asked_ != 0 && id != asked_) {
        engine_->stop(asked_);
        waiting_.push_front(chat_);
        forget();
    }
    if (!waiting_.empty()) {
        idle_.start();
    }
}

void TitleWriter::writeNext() {
    if (asked_ != 0 || waiting_.empty()) {
        return;
    }
    const auto status = engine_->status();
    if (!status || status->state != EngineState::ready || chats_->anyAnswering()) {
        idle_.start();
        return;
    }
    const ConversationId chat = waiting_.front();
    waiting_.pop_front();
    auto request = chats_->requestAbout(chat, QString::fromLatin1(kTask));
    if (!request) {
        idle_.start();
        return;
    }
    request->thinking = Thinking::off;
    request->sampling = SamplingOptions::greedy();
    request->limits.max_tokens = kLongestAnswer;
    chat_ = chat;
    asking_ = true;
    asked_ = engine_->submit(std::move(*request));
    asking_ = false;
}

void TitleWriter::take(const GenerationSummary& summary) {
    const QString title = titleFromModel(QString::fromStdString(text_));
    if (summary.reason == FinishReason::stop && !title.isEmpty()) {
        chats_->improveTitle(chat_, title);
    }
    forget();
    if (!waiting_.empty()) {
        idle_.start();
    }
}

void TitleWriter::forget() {
    asked_ = 0;
    chat_.clear();
    text_.clear();
}

}  // namespace strata::ui
