#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/anonymous_memory.h"
#include "gguf/gguf_file.h"
#include "memory/expert_files.h"
#include "memory/expert_store.h"
#include "memory/io_threads.h"
#include "memory/read_ahead.h"
#include "strata/log.h"

namespace strata {

/// All experts in memory of our own. They are copied in the background, layer by layer; what is needed before its turn
/// is copied at once, so the first answer does not wait for the rest. Bytes are bytes: results never depend on how far
/// loading is.
///
/// Each tensor is copied in blocks. Which thread copies a block is decided under the mutex; an expert whose blocks are
/// all there is announced in `left_` (release by the thread that finished the last one, acquire by whoever asks).
class ArenaExperts : public ExpertStore {
public:
    static constexpr int kUsualThreads = 6;
    /// Small enough that an expert needed early costs little more than itself, large enough for a disk's full speed.
    static constexpr std::size_t kBlockBytes = std::size_t{1} << 20;
    /// Neighbouring blocks that loading ahead takes at once.
    static constexpr std::size_t kMostBlocksAtOnce = 8;

    struct Options {
        int io_threads = kUsualThreads;
        /// Parts of the mapped file that computing needs whatever is chosen: they are read before any expert is.
        MappedParts read_first;
        LogSink log;
    };
    /// Starts loading. Errors: out_of_memory, io_error.
    static Result<std::unique_ptr<ArenaExperts>> create(const GgufFile& file, const ExpertLayout& layout,
                                                        const Options& options);

    ExpertWeights expert(std::size_t layer, std::size_t index) const override;
    void begin(ExpertDemand& demand) override;
    Result<void> next(ExpertDemand& demand) override;
    void end(ExpertDemand& demand) override;
    ExpertCounters counters() const override;
    ExpertMemory memory() const override;

    /// Waits until everything is in memory, or loading ended early. Errors: what ended it.
    Result<void> wait_until_loaded();

private:
    /// One tensor of the file: all experts' gates of a layer, or ups, or downs.
    struct Tensor {
        std::size_t layer = 0, part = 0;
        std::byte* data = nullptr;         ///< where its first byte belongs
        std::uint64_t first_byte = 0;      ///< in the file, of its first block: a multiple of the disk's blocks
        std::uint64_t begin = 0, end = 0;  ///< in the file, of the tensor itself
        std::size_t first_block = 0;       ///< in blocks_
    };
    enum class Block : std::uint8_t { absent, taken, there, failed };
    struct Run {
        std::size_t tensor = 0, block = 0, count = 0;
    };

    ArenaExperts(const GgufFile& file, const ExpertLayout& layout, std::vector<Tensor> tensors, ExpertFiles files,
                 AnonymousMemory memory, const Options& options);

    static std::vector<Tensor> plan(const ExpertLayout& layout, std::size_t& bytes);
    std::size_t entry(std::size_t layer, std::size_t expert) const { return layer * layout().expert_count() + expert; }
    bool is_there(std::size_t layer, std::size_t expert) const {
        return left_[entry(layer, expert)].load(std::memory_order_acquire) == 0;
    }
    /// The first and the last block that hold some of these bytes of a tensor.
    std::pair<std::size_t, std::size_t> blocks_of(const Tensor& tensor, std::size_t begin, std::size_t bytes) const;

    void load_ahead(IoBuffer& buffer);
    void load_wanted(std::size_t tensor, std::size_t block);
    std::optional<Run> take_next();
    bool take(std::size_t tensor, std::size_t block);
    Result<void> copy(const Run& run);
    void finish(const Run& run, const Result<void>& result);
    void ask_for(const ExpertDemand& demand);
    bool has_failed(const ExpertDemand& demand) const;

    GgufFile file_;
    std::vector<Tensor> tensors_;         // in the order in which they are loaded
    std::vector<std::size_t> tensor_of_;  // [layers × kMostParts]
    ExpertFiles files_;
    AnonymousMemory memory_;
    LogSink log_;

    std::vector<std::atomic<std::uint32_t>> left_;  // [layers × experts] blocks that are missing
    std::atomic<bool> all_there_{false};            // stored (release) when the last block is there

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Block> blocks_;                     // guarded by mutex_, as everything below
    std::size_t next_tensor_ = 0, next_block_ = 0;  // loading ahead is here
    std::size_t blocks_missing_ = 0;
    std::uint64_t loaded_bytes_ = 0;
    std::optional<Error> failure_;  // why a block could not be read, the last one
    bool is_stopped_ = false;       // loading ahead ended early
    std::string problem_;
    ExpertCounters counters_;

    IoThreads io_;  // last: its threads use all of the above
};

}  // namespace strata
