#include "state/running_state.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/assert.h"
#include "base/error.h"

namespace strata {
namespace {

// Parts start at a multiple of 64 bytes.
std::size_t padded(std::size_t floats) {
    return (floats + 15) / 16 * 16;
}

}  // namespace

std::size_t RunningState::recurrence_floats() const {
    return padded(geometry_.value_heads * geometry_.value_size * geometry_.key_size);
}

std::size_t RunningState::conv_floats() const {
    return padded(geometry_.conv_rows * geometry_.conv_channels);
}

std::size_t RunningState::tail_floats() const {
    return geometry_.indexer_block == 0 ? 0 : padded((geometry_.indexer_block - 1) * geometry_.indexer_size);
}

std::size_t RunningState::bytes_of(const RunningGeometry& geometry) {
    RunningState state;
    state.geometry_ = geometry;
    const std::size_t floats = geometry.recurrent_layers * (state.recurrence_floats() + state.conv_floats()) +
                               geometry.indexer_layers * state.tail_floats() +
                               padded(geometry.ngram_rows * geometry.ngram_channels);
    return floats * sizeof(float);
}

Result<RunningState> RunningState::create(const RunningGeometry& geometry) {
    STRATA_TRY(RunningState state, create_uninitialised(geometry));
    state.reset();
    return state;
}

Result<RunningState> RunningState::create_uninitialised(const RunningGeometry& geometry) {
    RunningState state;
    state.geometry_ = geometry;
    STRATA_TRY(state.buffer_, AlignedBuffer::create_uninitialised(bytes_of(geometry)));
    state.last_ids.assign(geometry.ngram_ids, -1);
    return state;
}

Result<RunningState> RunningState::copy_of(const RunningState& other) {
    STRATA_TRY(RunningState state, create_uninitialised(other.geometry_));
    state.copy_from(other);
    return state;
}

void RunningState::reset() {
    if (buffer_.size() > 0) {
        std::memset(buffer_.data(), 0, buffer_.size());
    }
    std::ranges::fill(last_ids, -1);
    position = 0;
}

void RunningState::copy_from(const RunningState& other) {
    STRATA_ASSERT(geometry_ == other.geometry_, "states of one model have one geometry");
    if (buffer_.size() > 0) {
        std::memcpy(buffer_.data(), other.buffer_.data(), buffer_.size());
    }
    last_ids = other.last_ids;
    position = other.position;
}

const float* RunningState::recurrence(std::size_t layer, std::size_t head) const {
    return at(layer * recurrence_floats() + head * geometry_.value_size * geometry_.key_size);
}

float* RunningState::recurrence(std::size_t layer, std::size_t head) {
    return const_cast<float*>(std::as_const(*this).recurrence(layer, head));
}

ConstMatrixView RunningState::conv(std::size_t layer) const {
    const std::size_t base = geometry_.recurrent_layers * recurrence_floats();
    return {at(base + layer * conv_floats()), geometry_.conv_rows, geometry_.conv_channels, geometry_.conv_channels};
}

MatrixView RunningState::conv(std::size_t layer) {
    const ConstMatrixView view = std::as_const(*this).conv(layer);
    return {const_cast<float*>(view.data), view.rows, view.columns, view.stride};
}

ConstMatrixView RunningState::indexer_tail(std::size_t layer) const {
    const std::size_t base = geometry_.recurrent_layers * (recurrence_floats() + conv_floats());
    return {at(base + layer * tail_floats()), geometry_.indexer_block - 1, geometry_.indexer_size,
            geometry_.indexer_size};
}

MatrixView RunningState::indexer_tail(std::size_t layer) {
    const ConstMatrixView view = std::as_const(*this).indexer_tail(layer);
    return {const_cast<float*>(view.data), view.rows, view.columns, view.stride};
}

ConstMatrixView RunningState::ngram() const {
    const std::size_t base =
        geometry_.recurrent_layers * (recurrence_floats() + conv_floats()) + geometry_.indexer_layers * tail_floats();
    return {at(base), geometry_.ngram_rows, geometry_.ngram_channels, geometry_.ngram_channels};
}

MatrixView RunningState::ngram() {
    const ConstMatrixView view = std::as_const(*this).ngram();
    return {const_cast<float*>(view.data), view.rows, view.columns, view.stride};
}

std::vector<RunningState::Part> RunningState::parts() const {
    const std::size_t recurrences = geometry_.recurrent_layers * recurrence_floats();
    const std::size_t convs = geometry_.recurrent_layers * conv_floats();
    const std::size_t tails = geometry_.indexer_layers * tail_floats();
    return {
        {"recurrence", {at(0), recurrences}},
        {"convolution", {at(recurrences), convs}},
        {"indexer tail", {at(recurrences + convs), tails}},
        {"n-gram history", {at(recurrences + convs + tails), padded(geometry_.ngram_rows * geometry_.ngram_channels)}}};
}

void advance_history(ConstMatrixView history, ConstMatrixView fresh, std::size_t count, MatrixView out) {
    const std::size_t bytes = out.columns * sizeof(float);
    // Row i of the result is row `count + i` of the joined rows. Ascending order is safe in place: sources lie behind.
    for (std::size_t i = 0; i < out.rows; ++i) {
        const std::size_t source = count + i;
        const float* from =
            source < history.rows ? history.row(source).data() : fresh.row(source - history.rows).data();
        std::memmove(out.row(i).data(), from, bytes);
    }
}

}  // namespace strata
