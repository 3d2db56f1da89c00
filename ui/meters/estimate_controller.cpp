#include "ui/meters/estimate_controller.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QCryptographicHash>
#include <QFileInfo>
#include <QSysInfo>

#include "app/pictures/picture_size.h"
#include "ui/chat/chat_controller.h"
#include "ui/chat/parked_chats.h"
#include "ui/main_window/model_controller.h"

namespace strata::ui {
namespace {

using std::chrono::milliseconds;

constexpr double kAllPercent = 100.0;
constexpr int kRoomForAnswer = 8;  ///< pieces that the engine wants to have left at least

/// Speeds belong to a PC: a data folder that comes from another one brings none.
QString bookKey() {
    constexpr qsizetype kDigits = 16;
    const QByteArray pc =
        QCryptographicHash::hash("speeds of " + QSysInfo::machineUniqueId(), QCryptographicHash::Sha256);
    return QStringLiteral("speeds_%1").arg(QString::fromLatin1(pc.toHex().first(kDigits)));
}

milliseconds middleOf(const app::TimeRange& time) {
    return milliseconds(
        std::llround(std::sqrt(static_cast<double>(time.low.count()) * static_cast<double>(time.high.count()))));
}

}  // namespace

EstimateController::EstimateController(const Parts& parts, QObject* parent) : QObject(parent), parts_(parts) {
    if (const auto kept = parts.store->state(bookKey()); kept && *kept) {
        book_ = app::SpeedBook::fromText(**kept);
    }
    clock_.start();
    typing_.setSingleShot(true);
    typing_.setInterval(kTypingPause);
    ticking_.setInterval(kTick);
    connect(&typing_, &QTimer::timeout, this, &EstimateController::countText);
    connect(&ticking_, &QTimer::timeout, this, &EstimateController::show);
    connect(&counter_, &app::PieceCounter::counted, this, &EstimateController::takeCount);
    connect(&counter_, &app::PieceCounter::modelOpened, this, [this](quint64 bytes, int overhead) {
        model_bytes_ = bytes;
        overhead_ = overhead;
        learnLoading();
        countText();
    });
    connect(parts.model, &ModelController::activityChanged, this, &EstimateController::followLoading);
    connect(parts.model, &ModelController::modelNameChanged, this, &EstimateController::openModel);
    connect(parts.engine, &app::EngineThread::events, this, &EstimateController::takeEvents);
    connect(parts.engine, &app::EngineThread::finished, this, &EstimateController::takeEnd);
    connect(parts.engine, &app::EngineThread::failed, this, &EstimateController::endJourney);
    connect(parts.controller, &ChatController::sent, this, &EstimateController::noteSent);
    connect(parts.controller, &ChatController::chatOpened, this, [this] {
        pieces_.reset();
        noteTyping();
        show();
    });
    // Later: what was shown before a message is sent is what its time is compared with.
    connect(parts.chat, &QAbstractItemModel::rowsRemoved, this, &EstimateController::noteTyping);
    connect(parts.parked, &ParkedChats::changed, this, &EstimateController::show);
    openModel();
}

void EstimateController::openModel() {
    const QString path = parts_.model->modelPath();
    const QString key = path.isEmpty() ? QString() : QFileInfo(path).completeBaseName();
    if (key == model_key_) {
        return;
    }
    model_key_ = key;
    model_bytes_ = 0;
    counted_text_.clear();
    counter_.open(QFileInfo(path).filesystemAbsoluteFilePath());
}

void EstimateController::noteTyping() {
    if (!typing_.isActive()) {
        typing_.start();  // not started anew: who types without a pause sees numbers too
    }
}

void EstimateController::countText() {
    const QString text = text_source_ ? text_source_() : QString();
    picture_pieces_ = 0;
    for (const app::AttachedPicture& picture :
         picture_source_ ? picture_source_() : std::vector<app::AttachedPicture>()) {
        picture_pieces_ += app::pictureTokens({picture.width, picture.height});
    }
    if (!text.trimmed().isEmpty()) {
        counter_.count(text);
        return;
    }
    counted_text_ = text;
    exact_ = true;
    pieces_ = picture_pieces_ > 0 ? std::optional(0) : std::nullopt;
    show();
}

void EstimateController::takeCount(const QString& text, int pieces, bool exact) {
    if (text_source_ && text_source_().trimmed().isEmpty()) {
        return;  // it was sent meanwhile
    }
    counted_text_ = text;
    pieces_ = pieces;
    exact_ = exact;
    show();
}

void EstimateController::followLoading() {
    const bool loads = parts_.model->activity().word == EngineActivity::Word::loading;
    if (loads && !load_start_) {
        load_start_ = now();
    } else if (!loads && load_start_) {
        const EngineActivity::Word word = parts_.model->activity().word;
        if (word == EngineActivity::Word::ready || word == EngineActivity::Word::waiting) {
            load_time_ = now() - *load_start_;
            learnLoading();
        }
        load_start_.reset();
    }
    openModel();
    show();
}

void EstimateController::learnLoading() {
    if (load_time_ && model_bytes_ > 0) {
        book_.learn(app::Work::loading, model_key_, static_cast<double>(model_bytes_), *load_time_);
        load_time_.reset();
        keepBook();
    }
}

void EstimateController::noteSent() {
    const ChatModel& chat = *parts_.chat;
    Journey journey;
    journey.id = parts_.engine->lastRequest();
    journey.start = now();
    const int row = chat.lastRow() - 1;
    if (row >= 0 && shown_wait_ && chat.at(row).text == counted_text_) {
        journey.shown = app::shownRange(*shown_wait_);
        journey.expected_end = journey.start + middleOf(*shown_wait_);
    }
    journey_ = journey;
    pieces_.reset();
    picture_pieces_ = 0;
    ticking_.start();
    show();
}

void EstimateController::takeEvents(app::RequestId id, const std::vector<EngineEvent>& events) {
    if (!journey_ || journey_->id != id) {
        return;
    }
    for (const EngineEvent& event : events) {
        if (const auto* const progress = std::get_if<PromptProgress>(&event)) {
            takeProgress(*progress);
        } else if (journey_ &&
                   (std::holds_alternative<TextDelta>(event) || std::holds_alternative<ReasoningDelta>(event))) {
            takeFirstWord();
        }
    }
    show();
}

/// What has been read says better how long the rest will take.
void EstimateController::takeProgress(const PromptProgress& progress) {
    constexpr double kMilliseconds = 1000.0;
    const int left = progress.prompt_tokens - progress.position;
    if (journey_ && progress.fresh_tokens_per_second > 0) {
        journey_->expected_end =
            now() + milliseconds(std::llround(std::max(left, 0) * kMilliseconds / progress.fresh_tokens_per_second));
    }
}

void EstimateController::takeFirstWord() {
    if (journey_->shown) {
        book_.noteOutcome(journey_->shown->low, journey_->shown->high, now() - journey_->start);
    }
    journey_.reset();
    ticking_.stop();
}

void EstimateController::takeEnd(app::RequestId id, const GenerationSummary& summary) {
    endJourney(id);
    const int fresh = summary.prompt_tokens - summary.reused_tokens;
    if (summary.first_token_time.count() > 0) {
        // Reading begins when the conversation is back, and ends with the first piece: that is what people wait for.
        book_.learn(app::Work::reading, model_key_, fresh, summary.first_token_time - summary.restore_time);
        book_.learn(app::Work::writing, model_key_, summary.generated_tokens - 1, summary.decode_time);
    }
    if (summary.restored_bytes > 0 && summary.source != ResumeSource::checkpoint) {
        const app::Work work =
            summary.source == ResumeSource::disk ? app::Work::restoring_from_disk : app::Work::restoring_from_memory;
        book_.learn(work, model_key_, static_cast<double>(summary.restored_bytes), summary.restore_time);
    }
    keepBook();
    show();
}

void EstimateController::endJourney(app::RequestId id) {
    if (journey_ && journey_->id == id) {
        journey_.reset();
        ticking_.stop();
    }
    show();
}

void EstimateController::keepBook() {
    // Not being able to keep it costs a few estimates, nothing else.
    static_cast<void>(parts_.store->setState(bookKey(), book_.toText()));
}

/// The last answer down to a row of which the engine told how much it held; -1: there is none.
int EstimateController::countedRow(int row) const {
    while (row >= 0 && !(parts_.chat->at(row).remembered && parts_.chat->at(row).pieces)) {
        --row;
    }
    return row;
}

/// Pieces that the engine holds, or would have to read, of the chat on the screen down to a row: those of its last
/// answer, prompt and all, and about as many more as stand below that.
int EstimateController::chatPieces(int row) const {
    const ChatModel& chat = *parts_.chat;
    const int counted = countedRow(row);
    int pieces = 0;
    if (counted >= 0) {
        pieces = chat.at(counted).remembered->prompt_pieces + *chat.at(counted).pieces;
    }
    for (int below = counted + 1; below <= row; ++below) {
        const Message& message = chat.at(below);
        if (!isLive(message.state) && !message.text.isEmpty()) {
            pieces += app::guessedPieces(message.text) + overhead_;
        }
    }
    return pieces;
}

int EstimateController::chatPieces() const {
    return chatPieces(parts_.chat->lastRow());
}

app::WaitNeeds EstimateController::needsOf(int message_pieces) const {
    app::WaitNeeds needs;
    needs.model = model_key_;
    const EngineActivity& activity = parts_.model->activity();
    if (!parts_.model->isReady()) {
        const double done = activity.percent.value_or(0) / kAllPercent;
        needs.load_bytes = static_cast<double>(model_bytes_) * (1.0 - done);
        needs.load_unknown = model_bytes_ == 0;
    }
    const ConversationId id = parts_.controller->currentConversation();
    const int before = id.empty() ? 0 : chatPieces();
    needs.new_pieces = before + message_pieces + overhead_;
    const auto status = parts_.engine->status();
    needs.waits_for_others = parts_.controller->isAnswering() || (status && status->state != EngineState::ready);
    if (before > 0 && status && holdsChat(*status)) {
        // The session is further on than the chat on the screen: the model has to go back first.
        const bool goes_back = status->context_used > before + kRoomForAnswer;
        needs.new_pieces -=
            goes_back ? before - readAgainFrom(parts_.chat->lastRow()) : std::min(before, status->context_used);
        return needs;
    }
    const auto& parked = parts_.parked->all();
    const auto at = std::find_if(parked.begin(), parked.end(), [&id](const ParkedConversation& conversation) {
        return conversation.id == id && conversation.fit == ParkedFit::fine;
    });
    if (before > 0 && at != parked.end()) {
        needs.new_pieces -= std::min(before, at->tokens);
        needs.restore_bytes = at->bytes;
        needs.restore_from_disk = at->where == ParkedWhere::disk;
        needs.restore_estimate = at->restore_estimate;
    }
    return needs;
}

bool EstimateController::holdsChat(const EngineStatus& status) const {
    const ConversationId shown = parts_.controller->currentConversation();
    return !shown.empty() && status.live_conversation == shown;
}

/// Pieces that the engine reads again to go on after a row, although it holds the chat. It keeps a point at the
/// beginning of each of the last answers, so that it reads from there on, or everything.
int EstimateController::readAgainFrom(int row) const {
    const ChatModel& chat = *parts_.chat;
    const int counted = countedRow(row);
    const auto status = parts_.engine->status();
    if (counted < 0 || !status || !holdsChat(*status)) {
        return chatPieces(row);
    }
    int later = 0;
    for (int below = counted + 1; below < chat.rowCount(); ++below) {
        later += chat.at(below).role == Role::assistant ? 1 : 0;
    }
    const bool point_is_kept = later < status->memory.checkpoints;
    return chatPieces(row) - (point_is_kept ? chat.at(counted).remembered->prompt_pieces : 0);
}

std::optional<app::TimeRange> EstimateController::goBackWait(int row) const {
    const Message& message = parts_.chat->at(row);
    if (!message.remembered || !message.pieces || !parts_.model->isReady()) {
        return std::nullopt;
    }
    app::WaitNeeds needs;
    needs.model = model_key_;
    needs.new_pieces = readAgainFrom(row);
    return app::estimateWait(book_, needs).read;
}

std::optional<app::TimeRange> EstimateController::rereadWait() const {
    app::WaitNeeds needs;
    needs.model = model_key_;
    needs.new_pieces = chatPieces();
    return needs.new_pieces == 0 ? std::nullopt : app::estimateWait(book_, needs).read;
}

EstimateFacts EstimateController::facts() const {
    EstimateFacts facts;
    facts.exact = exact_;
    const auto status = parts_.engine->status();
    if (status && status->context_length > 0) {
        facts.context_length = status->context_length;
        facts.left = status->context_length - chatPieces();
    }
    if (pieces_) {
        const int pieces = *pieces_ + picture_pieces_;
        facts.pieces = pieces;
        const app::WaitNeeds needs = needsOf(pieces);
        facts.needed = pieces + overhead_ + kRoomForAnswer;
        facts.new_pieces = needs.new_pieces;
        facts.wait = app::estimateWait(book_, needs);
    }
    if (journey_) {
        facts.on_its_way = true;
        if (journey_->expected_end) {
            facts.remaining = *journey_->expected_end - now();
            // A moment late is still the moment that was said.
            if (facts.remaining->count() < 0 && -*facts.remaining < app::kMoment) {
                facts.remaining = milliseconds(0);
            }
        }
    }
    return facts;
}

std::optional<QString> EstimateController::refusal(const QString& text) const {
    if (text != counted_text_ || !exact_) {
        return std::nullopt;
    }
    const EstimateFacts now_known = facts();
    return isTooBig(now_known) ? std::optional(tooBigText(*now_known.needed, *now_known.left)) : std::nullopt;
}

std::optional<double> EstimateController::contextShare() const {
    return share_;
}

void EstimateController::show() {
    const EstimateFacts known = facts();
    // What was shown counts until it is sent, and the engine hears of it a moment before.
    if (known.wait.all || parts_.model->activity().word != EngineActivity::Word::waiting) {
        shown_wait_ = known.wait.all;
    }
    if (const EstimateLine line = estimateLine(known); line != line_) {
        line_ = line;
        Q_EMIT lineChanged();
    }
    std::optional<double> share;
    if (known.left && known.context_length) {
        share = static_cast<double>(*known.context_length - *known.left) / *known.context_length;
    }
    if (share != share_) {
        share_ = share;
        Q_EMIT contextShareChanged();
    }
}

}  // namespace strata::ui
