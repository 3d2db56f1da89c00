#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/forward_pass.h"
#include "model/model.h"
#include "state/checkpoint.h"
#include "state/conversation_image.h"
#include "state/sequence_state.h"
#include "state/token_sequence.h"
#include "strata/result.h"
#include "strata/state_fingerprint.h"
#include "text/token_id.h"

namespace strata {

/// One live conversation: the tokens that the model has taken in, what they left behind, and the points that it can go
/// back to. The only thing that changes during a request. One thread.
class Session {
public:
    static Result<Session> create(const Model& model, KvType type);

    const TokenSequence& content() const { return content_; }
    std::span<const TokenId> tokens() const { return content_.tokens; }
    std::size_t size() const { return content_.size(); }
    /// Where the windows ended in which the tokens were run, ascending.
    std::span<const std::uint32_t> cuts() const { return cuts_; }
    const SequenceState& sequence() const { return sequence_; }
    SequenceState& mutable_sequence() { return sequence_; }  ///< for tests that break a state on purpose
    const CheckpointList& checkpoints() const { return checkpoints_; }
    void set_most_checkpoints(std::size_t count) { checkpoints_.set_capacity(count); }

    /// Forgets everything; memory is kept.
    void reset();

    /// Runs a window behind what the session holds; nothing changes until `commit`.
    Result<ForwardPass::Outcome> run(ForwardPass& pass, std::span<const TokenId> window, LogitRows which,
                                     const std::stop_token& stop, TapSink* taps = nullptr);
    /// Takes the first `rows` tokens of the window that was run last into the session.
    void commit(ForwardPass& pass, std::size_t rows);
    /// Notes a picture whose pads are about to be run.
    void add_picture(const PictureKey& picture) { content_.pictures.push_back(picture); }

    /// Keeps this point of the conversation. Errors: out_of_memory; nothing has changed then.
    Result<void> take_checkpoint(CheckpointKind kind) { return checkpoints_.add(kind, sequence_.running); }
    /// Goes back to a point that was kept; what came later is forgotten, checkpoints included.
    void rewind(const CheckpointPtr& checkpoint);

    /// A copy to be kept elsewhere: pages are shared, the running state is copied. Errors: out_of_memory.
    Result<ConversationImage> snapshot() const;
    /// Moves everything out and leaves the session empty; nothing is copied. Errors: out_of_memory; nothing has changed
    /// then.
    Result<ConversationImage> give_up();
    /// The same, but the session stays at an earlier point of the conversation: pages below it are shared with the
    /// image.
    Result<ConversationImage> split(const CheckpointPtr& checkpoint);
    /// Becomes the conversation of an image at its end. The image's geometry must be the session's.
    void adopt(ConversationImage&& image);
    /// Becomes the first `length` tokens of an image's conversation: its end or one of its checkpoints. The image stays
    /// as it is; pages are shared, one running state is copied.
    void adopt_copy(const ConversationImage& image, std::size_t length);

    /// Whether an image has the geometry of this session.
    bool fits(const ConversationImage& image) const;
    /// Digests of the state over all tokens that the session holds.
    StateFingerprint fingerprint() const;

private:
    ConversationImage image_without_state() const;
    /// The whole conversation with the running state moved out; the session's is then undefined.
    Result<ConversationImage> hand_out_state();
    void take_content(const ConversationImage& image, std::size_t length);

    SequenceState sequence_;
    TokenSequence content_;
    std::vector<std::uint32_t> cuts_;
    CheckpointList checkpoints_;
    std::vector<TokenId> window_;
    std::optional<RunningState> spare_;  ///< a buffer for the next give_up: made once, then exchanged
};

}  // namespace strata
