#include "generation/conversations.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "generation/divergence.h"

namespace strata {
namespace {

using Clock = std::chrono::steady_clock;

// A prompt of so many fresh tokens is saved before the answer: reading it again would cost more than writing it twice.
constexpr std::size_t kFreshTokensWorthSaving = 1024;

std::chrono::microseconds since(Clock::time_point start) {
    return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
}

}  // namespace

Result<std::unique_ptr<Conversations>> Conversations::create(const Parts& parts, const LiveLimits& limits) {
    STRATA_TRY(Session session, Session::create(*parts.model, parts.kv_type));
    std::unique_ptr<Conversations> conversations(new Conversations(parts, std::move(session)));
    conversations->set_limits(limits, {});
    return conversations;
}

void Conversations::set_limits(const LiveLimits& limits, const StoreLimits& store) {
    limits_ = limits;
    session_.set_most_checkpoints(static_cast<std::size_t>(std::max(0, limits.checkpoints)));
    StoreLimits checked = store;
    if (limits.checkpoints <= 0) {
        checked.bytes = 0;  // without checkpoints nothing is parked
    }
    store_.set_limits(checked);
}

Result<Conversations::Opening> Conversations::open(const Name& name, const TokenSequence& prompt, ForwardPass& pass,
                                                   const std::stop_token& stop) {
    Opening opening;
    const Name wanted = vault_ ? name : Name{{}, {}, name.one_shot};
    const std::size_t common = common_prefix(session_.content(), prompt);
    const std::size_t usable = std::min(common, prompt.size() - std::min<std::size_t>(prompt.size(), 1));
    if (session_.size() > 0 && usable == session_.size()) {
        opening.source = ResumeSource::live_session;
        opening.reused = usable;
        if (wanted.one_shot) {
            set_aside_copy(opening);
        }
    } else {
        STRATA_TRY(Candidate next, best_candidate(wanted, prompt, usable));
        explain(wanted, prompt, common, next, opening);
        STRATA_CHECK(exchange(next, wanted.one_shot, opening));
        if (parts_.resume == ResumeMode::reread && session_.size() > 0) {
            STRATA_CHECK(read_again(session_.size(), prompt, pass, stop));
        }
        opening.source = session_.size() > 0 ? next.source : ResumeSource::nothing;
        opening.reused = session_.size();
    }
    live_ = wanted;
    unsaved_ = true;
    cut_short_ = false;
    return opening;
}

Conversations::Candidate Conversations::own_checkpoint(std::size_t usable) const {
    Candidate own;
    own.checkpoint = session_.checkpoints().deepest(usable);
    if (own.checkpoint) {
        own.source = ResumeSource::checkpoint;
        own.length = own.checkpoint->length();
    }
    return own;
}

Result<Conversations::Candidate> Conversations::best_candidate(const Name& name, const TokenSequence& prompt,
                                                               std::size_t usable) {
    Candidate own = own_checkpoint(usable);
    if (limits_.checkpoints <= 0) {
        own.reason = RereadReason::first_message;  // nothing is kept, so every message is
        return own;
    }
    if (name.id.empty()) {
        const auto match = store_.find(prompt);
        if (match && match->prefix.length > own.length && session_.fits(store_.at(match->index))) {
            own.source = ResumeSource::memory;
            own.length = match->prefix.length;
            own.checkpoint = nullptr;
            own.entry = match->index;
            own.reason = match->prefix.whole ? RereadReason::none : RereadReason::edited_message;
            own.content = store_.at(match->index).content;
        } else {
            own.reason = RereadReason::first_message;
        }
        return own;
    }
    const VaultMatch match = vault_->find(name.id, prompt);
    own.reason = match.reason;
    if (match.content && !match.match.whole) {
        own.content = *match.content;
    }
    if (match.match.length <= own.length) {
        return own;
    }
    // Everything is read and checked before the session is touched.
    const Clock::time_point start = Clock::now();
    auto restored = vault_->restore(name.id, prompt);
    if (!restored || !restored->image || restored->image->content.size() <= own.length ||
        !session_.fits(*restored->image)) {
        own.reason = restored && restored->reason != RereadReason::none ? restored->reason : RereadReason::damaged;
        return own;
    }
    Candidate parked;
    parked.content = std::move(own.content);
    parked.source = restored->source;
    parked.length = restored->image->content.size();
    parked.stored = std::move(restored->image);
    parked.fetch_time = since(start);
    parked.reason = restored->reason != RereadReason::none ? restored->reason : match.reason;
    parked.back = parked.length < match.match.length || !match.match.whole;
    return parked;
}

bool Conversations::is_live_conversation(const Name& name, std::size_t common) const {
    if (session_.size() == 0 || name.id != live_.id || live_.one_shot) {
        return false;
    }
    // Without an id, what both have in common must be more than instructions that many conversations begin with.
    return !name.id.empty() || std::ranges::any_of(session_.checkpoints().all(), [common](const auto& checkpoint) {
        return checkpoint->kind != CheckpointKind::root && checkpoint->length() <= common;
    });
}

void Conversations::explain(const Name& name, const TokenSequence& prompt, std::size_t common, const Candidate& next,
                            Opening& opening) const {
    opening.reason = next.reason;
    const bool live = is_live_conversation(name, common);
    const TokenSequence& kept = live ? session_.content() : next.content;
    // What was damaged or made with another model explains itself.
    if (!live && (kept.size() == 0 || next.reason != RereadReason::edited_message)) {
        return;
    }
    if (common_prefix(kept, prompt) >= kept.size() || asks_again(*parts_.tokenizer, kept, prompt)) {
        opening.reason = RereadReason::none;  // nothing was changed
        return;
    }
    opening.diverged = describe_divergence(*parts_.tokenizer, kept, prompt);
    if (live && cut_short_) {
        opening.diverged->reason = RereadReason::cancelled;
    }
    opening.reason = opening.diverged->reason;
}

Result<ConversationImage> Conversations::fetch(const Candidate& next, bool for_one_shot) {
    const ConversationImage& parked = store_.at(*next.entry);
    const CheckpointPtr deepest = deepest_checkpoint(parked.checkpoints, parked.content.size());
    if (!for_one_shot && (!deepest || next.length >= deepest->length())) {
        return store_.take(*next.entry);  // nothing stays behind that another prompt could go on from
    }
    return image_prefix(parked, next.length);
}

Result<void> Conversations::exchange(Candidate& next, bool for_one_shot, Opening& opening) {
    const Clock::time_point start = Clock::now();
    // Taken out first, so that making room for the outgoing one cannot evict it.
    std::optional<ConversationImage> incoming;
    if (next.entry) {
        STRATA_TRY(incoming, fetch(next, for_one_shot));
    }
    STRATA_CHECK(set_aside(next, for_one_shot, opening));
    opening.park_time = since(start);
    const Clock::time_point restore_start = Clock::now();
    if (incoming) {
        opening.restored_bytes = incoming->bytes();
        session_.adopt(std::move(*incoming));
        if (next.length < session_.size()) {
            // Fewer checkpoints may be kept now than when it was parked.
            const CheckpointPtr back = session_.checkpoints().deepest(next.length);
            back ? session_.rewind(back) : session_.reset();
        }
        if (!for_one_shot) {
            store_.retain(session_.sequence().kv, session_.size());
        }
    } else if (next.stored) {
        opening.restored_bytes = next.stored->bytes();
        session_.adopt_copy(*next.stored, next.length);
        if (next.back && !for_one_shot) {
            // The point itself is worth keeping: asking once more begins there.
            STRATA_CHECK(session_.take_checkpoint(CheckpointKind::turn));
        }
    } else if (next.checkpoint) {
        opening.restored_bytes = next.checkpoint->state.bytes();
        session_.rewind(next.checkpoint);
    } else {
        session_.reset();
    }
    opening.restore_time = next.fetch_time + since(restore_start);
    if (parts_.after_restore && opening.restored_bytes > 0) {
        parts_.after_restore(session_.mutable_sequence());
    }
    return {};
}

Result<void> Conversations::set_aside(const Candidate& next, bool for_one_shot, Opening& opening) {
    if (session_.size() == 0 || live_.one_shot) {
        return {};
    }
    if (!live_.id.empty()) {
        if (unsaved_ && !cut_short_) {
            opening.parked_bytes += save(Replace::what_it_continues, ConversationVault::When::if_worth_it).parked_bytes;
        }
        return {};
    }
    if (store_.limits().bytes == 0) {
        return {};
    }
    // The last answer was only written differently: all that the session could still be good for goes on.
    const bool goes_on = next.checkpoint && next.checkpoint == session_.checkpoints().deepest(session_.size());
    if (goes_on && !for_one_shot) {
        return {};
    }
    STRATA_TRY(ConversationImage image, next.checkpoint ? session_.split(next.checkpoint) : session_.give_up());
    const ConversationStore::Report report = store_.park(std::move(image));
    opening.evicted += report.evicted;
    if (report.outcome == ConversationStore::Outcome::parked) {
        opening.parked_bytes += report.new_bytes;
    }
    return {};
}

void Conversations::set_aside_copy(Opening& opening) {
    const bool saved_already = !live_.id.empty() && !unsaved_;
    if (live_.one_shot || saved_already || (live_.id.empty() && store_.limits().bytes == 0)) {
        return;
    }
    const Clock::time_point start = Clock::now();
    if (!live_.id.empty()) {
        opening.parked_bytes += save(Replace::what_it_continues, ConversationVault::When::if_worth_it).parked_bytes;
    } else if (auto image = session_.snapshot()) {  // without memory for a copy it only has its checkpoints
        const ConversationStore::Report report = store_.park(std::move(*image));
        opening.evicted += report.evicted;
        opening.parked_bytes += report.outcome == ConversationStore::Outcome::parked ? report.new_bytes : 0;
    }
    opening.park_time += since(start);
}

Result<void> Conversations::read_again(std::size_t length, const TokenSequence& prompt, ForwardPass& pass,
                                       const std::stop_token& stop) {
    const std::vector<std::uint32_t> cuts(session_.cuts().begin(), session_.cuts().end());
    const std::vector<CheckpointPtr> kept(session_.checkpoints().all().begin(), session_.checkpoints().all().end());
    if (cuts.empty() || cuts.back() != length) {
        return fail(ErrorCode::internal, "the windows of a kept state are not known");
    }
    session_.reset();
    PromptReader reader(pass, reader_options());
    STRATA_CHECK(reader.read_again(session_, prompt, cuts, kept, stop, [](std::size_t) {}));
    return {};
}

PromptReaderOptions Conversations::reader_options() const {
    PromptReaderOptions options;
    options.chunk = parts_.chunk;
    if (!live_.one_shot) {
        options.checkpoint_spacing = static_cast<std::size_t>(std::max(0, limits_.checkpoint_spacing));
        options.plan.turn_opener = parts_.tokenizer->find("<|im_start|>");
        options.plan.root_checkpoint = static_cast<std::size_t>(std::max(0, limits_.root_checkpoint));
    } else {
        options.checkpoint_spacing = 0;
    }
    // Left to us: none. On the CPU a pass over many rows has no cost of its own: 34 tokens behind 4,657 took 27.8 ms in
    // one pass and 44.6 ms in windows of 8 (built-in model, 2 threads; `replay --short-read 64 --compare` repeats it).
    // For the same reason the end of the last header goes into the first window instead of a pass of its own.
    options.plan.short_read =
        parts_.resume == ResumeMode::reread ? 0 : static_cast<std::size_t>(std::max(0, limits_.short_read));
    options.plan.first_window = kMostPartialRows;
    return options;
}

Result<ForwardPass::Outcome> Conversations::read(const TokenSequence& prompt, ForwardPass& pass,
                                                 const std::stop_token& stop, const PromptReader::Progress& progress) {
    const std::size_t from = session_.size();
    PromptReader reader(pass, reader_options());
    STRATA_TRY(const auto outcome, reader.read(session_, prompt, stop, progress));
    if (outcome == ForwardPass::Outcome::complete && session_.size() - from >= kFreshTokensWorthSaving) {
        save(Replace::what_it_continues, ConversationVault::When::if_worth_it);
    }
    return outcome;
}

Conversations::Closing Conversations::close(Ended ended) {
    cut_short_ = ended == Ended::cancelled_while_reading;
    if (cut_short_) {
        return {};
    }
    const Replace replace = ended == Ended::answered ? Replace::always : Replace::what_it_continues;
    return save(replace, ConversationVault::When::if_worth_it);
}

Conversations::Closing Conversations::save(Replace replace, ConversationVault::When when) {
    Closing closing;
    if (!vault_ || live_.id.empty() || live_.one_shot || session_.size() == 0 || limits_.checkpoints <= 0) {
        return closing;
    }
    const Clock::time_point start = Clock::now();
    if (replace == Replace::what_it_continues) {
        const VaultMatch stored = vault_->find(live_.id, session_.content());
        if (stored.content && stored.match.common < stored.content->size()) {
            return closing;  // it would cut off something else
        }
    }
    auto image = session_.snapshot();
    if (!image) {
        return closing;  // no memory for a copy: parking is left out, the conversation goes on
    }
    closing.parked_bytes = image->bytes();
    vault_->save(live_.id, live_.title, std::make_shared<const ConversationImage>(std::move(*image)), when);
    unsaved_ = false;
    closing.park_time = since(start);
    return closing;
}

void Conversations::drop_live() {
    session_.reset();
    live_ = {};
    unsaved_ = false;
}

void Conversations::save_before_end() {
    if (!cut_short_) {
        save(Replace::what_it_continues, ConversationVault::When::always);
    }
}

Result<void> Conversations::park(const ConversationId& id) {
    if (session_.size() == 0 || id != live_.id) {
        return fail(ErrorCode::not_found, "this conversation is not live");
    }
    if (!id.empty()) {
        save_before_end();
        return vault_->flush();
    }
    Opening ignored;
    STRATA_CHECK(set_aside({}, /*for_one_shot=*/false, ignored));
    session_.reset();
    return {};
}

}  // namespace strata
