#include "ui/meters/meter_feed.h"

#include <algorithm>
#include <utility>

namespace strata::ui {

MeterFeed::MeterFeed(app::EngineThread* engine, QObject* parent) : QObject(parent), engine_(engine) {
    clock_.start();
    connect(&timer_, &QTimer::timeout, this, &MeterFeed::tick);
    connect(engine, &app::EngineThread::events, this, &MeterFeed::takeEvents);
    connect(engine, &app::EngineThread::finished, this,
            [this](app::RequestId id, const GenerationSummary& summary) { takeEnd(id, &summary); });
    connect(engine, &app::EngineThread::failed, this, [this](app::RequestId id) { takeEnd(id, nullptr); });
    connect(engine, &app::EngineThread::loaded, this, &MeterFeed::lookAround);
    connect(engine, &app::EngineThread::loadFailed, this, &MeterFeed::lookAround);
}

void MeterFeed::setCheckLookup(CheckLookup lookup) {
    check_lookup_ = std::move(lookup);
    lookAtCheck();
}

void MeterFeed::lookAtCheck() {
    readings_.check_known = static_cast<bool>(check_lookup_);
    readings_.check = check_lookup_ ? check_lookup_() : std::nullopt;
    report();
}

void MeterFeed::noteSent() {
    const app::RequestId id = engine_->lastRequest();
    sent_ = id;
    sent_at_ = now();
    if (answering_ == 0 || !readings_.live) {
        beginAnswer(id);
    }
    adjustTimer();
    report();
}

void MeterFeed::setWatched(bool watched) {
    if (watched == watched_) {
        return;
    }
    watched_ = watched;
    adjustTimer();
    if (watched) {
        lookAtCheck();
        lookAround();
    }
}

/// The numbers of the answer before go; those of this one come as they are known.
void MeterFeed::beginAnswer(app::RequestId id) {
    answering_ = id;
    readings_.live = true;
    readings_.pieces_read.reset();
    readings_.pieces_to_read.reset();
    readings_.reading_speed.reset();
    readings_.first_word.reset();
    readings_.waits_for_first_word = sent_ == id;
    readings_.writing_speed.reset();
    readings_.writing_average.reset();
    readings_.remembered.reset();
    readings_.drafts_accepted.reset();
    reused_ = 0;
    source_ = ResumeSource::nothing;
    writing_ = false;
}

void MeterFeed::takeEvents(app::RequestId id, const std::vector<EngineEvent>& events) {
    if (id != answering_ || !readings_.live) {
        beginAnswer(id);
    }
    for (const EngineEvent& event : events) {
        takeEvent(event);
    }
    adjustTimer();
    if (readings_.first_word && !readings_.waits_for_first_word) {
        report();
    }
}

void MeterFeed::takeEvent(const EngineEvent& event) {
    if (const auto* const resumed = std::get_if<Resumed>(&event)) {
        reused_ = resumed->reused_tokens;
        source_ = resumed->source;
        read_rate_.restart(now(), 0);
    } else if (const auto* const progress = std::get_if<PromptProgress>(&event)) {
        readings_.pieces_read = std::max(progress->position - reused_, 0);
        readings_.pieces_to_read = std::max(progress->prompt_tokens - reused_, 0);
        read_rate_.add(now(), static_cast<quint64>(*readings_.pieces_read));
        readings_.remembered.emplace();
        readings_.remembered->prompt_pieces = progress->prompt_tokens;
        readings_.remembered->reused_pieces = reused_;
        readings_.remembered->source = source_;
    } else if (const auto* const read = std::get_if<PromptRead>(&event)) {
        readings_.pieces_to_read = std::max(read->prompt_tokens - reused_, 0);
        readings_.pieces_read = readings_.pieces_to_read;
    } else if (std::holds_alternative<TextDelta>(event) || std::holds_alternative<ReasoningDelta>(event)) {
        takePiece();
    }
}

void MeterFeed::takePiece() {
    if (readings_.waits_for_first_word) {
        readings_.first_word = now() - sent_at_;
        readings_.waits_for_first_word = false;
        sent_.reset();
    }
    if (!writing_) {
        writing_ = true;
        write_rate_.restart(now(), engine_->writtenPieces());
    }
}

void MeterFeed::takeEnd(app::RequestId id, const GenerationSummary* summary) {
    if (sent_ == id) {
        sent_.reset();
    }
    if (id != answering_) {
        return;  // it never came to anything
    }
    if (readings_.waits_for_first_word) {
        readings_.waits_for_first_word = false;
        readings_.first_word.reset();  // there was none
    }
    readings_.live = false;
    readings_.writing_speed.reset();
    writing_ = false;
    if (summary != nullptr && summary->prompt_tokens > 0) {
        const auto positive = [](double value) { return value > 0 ? std::optional(value) : std::nullopt; };
        readings_.remembered = app::rememberedOf(*summary);
        readings_.reading_speed = positive(summary->prompt_tokens_per_second());
        readings_.writing_average = positive(summary->decode_tokens_per_second());
        if (!readings_.first_word && summary->first_token_time.count() > 0) {
            readings_.first_word = std::chrono::duration_cast<std::chrono::milliseconds>(summary->first_token_time);
        }
    }
    adjustTimer();
    lookAround();
}

/// As often as the quickest of what can be seen: a clock that runs, an answer that comes, or only the surroundings.
void MeterFeed::adjustTimer() {
    std::optional<std::chrono::milliseconds> interval;
    if (watched_) {
        interval = readings_.waits_for_first_word ? kTick : readings_.live ? kReading : kSurroundings;
    }
    if (!interval) {
        timer_.stop();
    } else if (!timer_.isActive() || timer_.intervalAsDuration() != *interval) {
        timer_.start(*interval);
    }
}

void MeterFeed::tick() {
    const auto time = now();
    if (readings_.waits_for_first_word) {
        readings_.first_word = time - sent_at_;
    }
    if (readings_.live && !writing_ && time - last_reading_ >= kReading) {
        last_reading_ = time;
        if (const auto speed = read_rate_.perSecond(); speed && readings_.pieces_read) {
            readings_.reading_speed = speed;
        }
    }
    if (writing_ && time - last_writing_ >= kWriting) {
        last_writing_ = time;
        write_rate_.add(time, engine_->writtenPieces());
        readings_.writing_speed = write_rate_.perSecond();
    }
    if (time - last_look_ >= kSurroundings) {
        lookAround();
    } else {
        report();
    }
}

/// Asks for what nobody reports.
void MeterFeed::lookAround() {
    if (!watched_) {
        return;
    }
    last_look_ = now();
    readings_.memory = app::readMemoryUse();
    const auto status = engine_->status();
    if (status) {
        readings_.context_used = status->context_used;
        readings_.context_length = status->context_length;
        readings_.parked_bytes = status->memory.disk_bytes;
        readings_.parking_limit = status->memory.disk_budget;
    } else {
        readings_.context_used.reset();
        readings_.context_length.reset();
        readings_.parked_bytes.reset();
        readings_.parking_limit.reset();
    }
    report();
}

void MeterFeed::report() {
    if (watched_) {
        Q_EMIT changed();
    }
}

}  // namespace strata::ui
