#include "generation/session.h"

#include <algorithm>
#include <utility>

#include "base/assert.h"
#include "base/error.h"
#include "state/fingerprint.h"

namespace strata {

Result<Session> Session::create(const Model& model, KvType type) {
    Session session;
    STRATA_TRY(session.sequence_, create_sequence(model, type));
    return session;
}

void Session::reset() {
    sequence_.running.reset();
    content_ = {};
    cuts_.clear();
    checkpoints_.clear();
}

Result<ForwardPass::Outcome> Session::run(ForwardPass& pass, std::span<const TokenId> window, LogitRows which,
                                          const std::stop_token& stop, TapSink* taps) {
    window_.assign(window.begin(), window.end());
    return pass.run(window_, sequence_, which, stop, taps);
}

void Session::commit(ForwardPass& pass, std::size_t rows) {
    pass.commit(sequence_, rows);
    content_.tokens.insert(content_.tokens.end(), window_.begin(), window_.begin() + static_cast<std::ptrdiff_t>(rows));
    if (rows > 0) {
        cuts_.push_back(static_cast<std::uint32_t>(content_.size()));
    }
}

void Session::rewind(const CheckpointPtr& checkpoint) {
    STRATA_ASSERT(checkpoint->length() <= size(), "a checkpoint is a prefix of its session");
    sequence_.running.copy_from(checkpoint->state);
    content_.truncate(checkpoint->length());
    truncate_cuts(cuts_, checkpoint->length());
    checkpoints_.truncate(checkpoint->length());
    checkpoints_.touch(checkpoint->length());
}

ConversationImage Session::image_without_state() const {
    ConversationImage image;
    image.content = content_;
    image.cuts = cuts_;
    image.kv = sequence_.kv.share(size());
    image.checkpoints.assign(checkpoints_.all().begin(), checkpoints_.all().end());
    return image;
}

Result<ConversationImage> Session::snapshot() const {
    ConversationImage image = image_without_state();
    STRATA_TRY(image.running, RunningState::copy_of(sequence_.running));
    return image;
}

Result<ConversationImage> Session::hand_out_state() {
    if (!spare_) {
        STRATA_TRY(RunningState made, RunningState::create(sequence_.running.geometry()));
        spare_ = std::move(made);
    }
    ConversationImage image = image_without_state();
    image.running = std::exchange(sequence_.running, *std::exchange(spare_, std::nullopt));
    return image;
}

Result<ConversationImage> Session::give_up() {
    STRATA_TRY(ConversationImage image, hand_out_state());
    sequence_.kv = KvCache(sequence_.kv.geometry());
    reset();
    return image;
}

Result<ConversationImage> Session::split(const CheckpointPtr& checkpoint) {
    STRATA_TRY(ConversationImage image, hand_out_state());
    rewind(checkpoint);
    return image;
}

void Session::adopt(ConversationImage&& image) {
    STRATA_ASSERT(fits(image), "an image of this model");
    take_content(image, image.content.size());
    sequence_.kv = std::move(image.kv);
    std::swap(sequence_.running, image.running);
    spare_ = std::move(image.running);
}

void Session::adopt_copy(const ConversationImage& image, std::size_t length) {
    STRATA_ASSERT(fits(image), "an image of this model");
    take_content(image, length);
    sequence_.kv = image.kv.share(length);
    if (length == image.content.size()) {
        sequence_.running.copy_from(image.running);
        return;
    }
    const CheckpointPtr checkpoint = checkpoint_at(image.checkpoints, length);
    STRATA_ASSERT(checkpoint != nullptr, "a copy begins at the end or at a checkpoint");
    sequence_.running.copy_from(checkpoint->state);
    checkpoints_.touch(length);
}

void Session::take_content(const ConversationImage& image, std::size_t length) {
    content_ = image.content;
    content_.truncate(length);
    cuts_ = image.cuts;
    truncate_cuts(cuts_, length);
    checkpoints_.clear();
    for (const CheckpointPtr& checkpoint : image.checkpoints) {
        if (checkpoint->length() <= length) {
            checkpoints_.add(checkpoint);
        }
    }
}

bool Session::fits(const ConversationImage& image) const {
    return image.kv.geometry() == sequence_.kv.geometry() && image.running.geometry() == sequence_.running.geometry() &&
           image.running.position == image.content.size() &&
           image.kv.pages().size() >= KvCache::pages_for(image.content.size());
}

StateFingerprint Session::fingerprint() const {
    return fingerprint_of(content_, sequence_);
}

}  // namespace strata
