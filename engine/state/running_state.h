#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned_buffer.h"
#include "base/matrix_view.h"
#include "strata/result.h"

namespace strata {

/// Sizes of everything that every token overwrites. Zero counts where a model lacks the part.
struct RunningGeometry {
    std::size_t recurrent_layers = 0;
    std::size_t value_heads = 0, value_size = 0, key_size = 0;
    std::size_t conv_rows = 0, conv_channels = 0;  ///< history of the short convolution: taps − 1 rows

    std::size_t indexer_layers = 0;
    std::size_t indexer_block = 0, indexer_size = 0;  ///< tokens per block, width of a raw key

    std::size_t ngram_rows = 0, ngram_channels = 0;  ///< history of the n-gram module's convolution
    std::size_t ngram_ids = 0;                       ///< ids that the next token's hash looks back at

    bool operator==(const RunningGeometry&) const = default;
};

/// What a conversation leaves behind apart from its K/V cells: recurrences, convolution histories, raw indexer keys of
/// the unfinished block, n-gram history, last ids, position. Overwritten by every token, so going back needs a copy.
///
/// All floats lie in one buffer: a copy is one memcpy, and what is compared is compared whole. One owner at a time.
class RunningState {
public:
    /// A parts' name and floats, for fingerprints and comparisons.
    struct Part {
        const char* name;
        std::span<const float> values;
    };

    RunningState() = default;
    static Result<RunningState> create(const RunningGeometry& geometry);
    /// The same with arbitrary floats, for who fills `raw` at once.
    static Result<RunningState> create_uninitialised(const RunningGeometry& geometry);
    /// A state of its own with the same content. Errors: out_of_memory.
    static Result<RunningState> copy_of(const RunningState& other);

    const RunningGeometry& geometry() const { return geometry_; }

    /// The state at the start of a sequence: zeros, no ids, position 0.
    void reset();
    /// Both must have the same geometry.
    void copy_from(const RunningState& other);

    /// Recurrence of one head: [value_size × key_size], key index contiguous.
    float* recurrence(std::size_t layer, std::size_t head);
    const float* recurrence(std::size_t layer, std::size_t head) const;
    /// Last convolution inputs, oldest first: [conv_rows × conv_channels].
    MatrixView conv(std::size_t layer);
    ConstMatrixView conv(std::size_t layer) const;
    /// Raw keys of the unfinished block: the first `position % indexer_block` rows of [indexer_block − 1 ×
    /// indexer_size].
    MatrixView indexer_tail(std::size_t layer);
    ConstMatrixView indexer_tail(std::size_t layer) const;
    /// Last inputs of the n-gram convolution, oldest first: [ngram_rows × ngram_channels].
    MatrixView ngram();
    ConstMatrixView ngram() const;

    /// Last ids, oldest first; −1 where there is none.
    std::vector<std::int32_t> last_ids;
    /// Tokens that the state stands after.
    std::size_t position = 0;

    std::size_t bytes() const { return buffer_.size(); }
    /// What `bytes` of a state of this geometry is.
    static std::size_t bytes_of(const RunningGeometry& geometry);
    /// All floats as they lie in memory; layout: recurrences, convolution histories, indexer tails, n-gram history.
    std::span<std::byte> raw() { return {buffer_.data(), buffer_.size()}; }
    std::span<const std::byte> raw() const { return {buffer_.data(), buffer_.size()}; }
    std::vector<Part> parts() const;

private:
    std::size_t recurrence_floats() const;
    std::size_t conv_floats() const;
    std::size_t tail_floats() const;
    float* at(std::size_t offset) { return reinterpret_cast<float*>(buffer_.data()) + offset; }
    const float* at(std::size_t offset) const { return reinterpret_cast<const float*>(buffer_.data()) + offset; }

    RunningGeometry geometry_;
    AlignedBuffer buffer_;  // recurrences, conv histories, indexer tails, n-gram history
};

/// Writes the last `out.rows` rows of [history; fresh[0 … count)] to `out`: how a history looks after `count` more
/// rows. `out` may be `history` itself.
void advance_history(ConstMatrixView history, ConstMatrixView fresh, std::size_t count, MatrixView out);

}  // namespace strata
