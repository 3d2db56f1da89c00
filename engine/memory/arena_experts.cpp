#include "memory/arena_experts.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <span>
#include <utility>

#include "base/assert.h"
#include "base/error.h"
#include "base/mapped_file.h"
#include "memory/lock_memory.h"

namespace strata {
namespace {

constexpr std::uint64_t kDiskBlock = UncachedFile::kBlock;
/// Reading through the system's cache is the quicker way if most of a run is there already.
constexpr double kMostlyCached = 0.9;

std::uint64_t up_to_block(std::uint64_t bytes) {
    return (bytes + kDiskBlock - 1) / kDiskBlock * kDiskBlock;
}

}  // namespace

// Every tensor begins in memory as far behind a page as it does in the file, so that whole pages are read into place.
std::vector<ArenaExperts::Tensor> ArenaExperts::plan(const ExpertLayout& layout, std::size_t& bytes) {
    std::vector<Tensor> tensors;
    std::size_t blocks = 0;
    bytes = 0;
    for (std::size_t layer = 0; layer < layout.layer_count(); ++layer) {
        for (std::size_t part = 0; part < layout.part_count(layer); ++part) {
            const ExpertTensor& source = layout.tensor(layer, part);
            Tensor tensor;
            tensor.layer = layer;
            tensor.part = part;
            tensor.begin = source.file_offset;
            tensor.end = source.file_offset + source.matrix.bytes();
            tensor.first_byte = tensor.begin / kDiskBlock * kDiskBlock;
            tensor.first_block = blocks;
            tensors.push_back(tensor);
            const std::size_t room = up_to_block(tensor.end) - tensor.first_byte;
            blocks += (room + kBlockBytes - 1) / kBlockBytes;
            bytes += room;
        }
    }
    return tensors;
}

Result<std::unique_ptr<ArenaExperts>> ArenaExperts::create(const GgufFile& file, const ExpertLayout& layout,
                                                           const Options& options) {
    std::size_t bytes = 0;
    std::vector<Tensor> tensors = plan(layout, bytes);
    STRATA_TRY(ExpertFiles files, ExpertFiles::open(file));
    STRATA_TRY(AnonymousMemory memory, AnonymousMemory::create(std::max<std::size_t>(bytes, 1)));
    std::byte* at = memory.data();
    for (Tensor& tensor : tensors) {
        tensor.data = at + (tensor.begin - tensor.first_byte);
        at += up_to_block(tensor.end) - tensor.first_byte;
    }
    std::unique_ptr<ArenaExperts> store(
        new ArenaExperts(file, layout, std::move(tensors), std::move(files), std::move(memory), options));
    lock_soon(store->memory_, store->io_, options.log);
    std::vector<IoThreads::Job> jobs = jobs_to_populate(options.read_first);
    for (int i = 0; i < store->io_.threads(); ++i) {
        jobs.emplace_back([arena = store.get()](IoBuffer& buffer) { arena->load_ahead(buffer); });
    }
    store->io_.submit(IoThreads::Urgency::background, std::move(jobs));
    return store;
}

ArenaExperts::ArenaExperts(const GgufFile& file, const ExpertLayout& layout, std::vector<Tensor> tensors,
                           ExpertFiles files, AnonymousMemory memory, const Options& options)
    : ExpertStore(layout),
      file_(file),
      tensors_(std::move(tensors)),
      tensor_of_(layout.layer_count() * ExpertLayout::kMostParts, 0),
      files_(std::move(files)),
      memory_(std::move(memory)),
      log_(options.log),
      left_(layout.layer_count() * layout.expert_count()),
      io_(options.io_threads) {
    for (std::size_t number = 0; number < tensors_.size(); ++number) {
        const Tensor& tensor = tensors_[number];
        tensor_of_[tensor.layer * ExpertLayout::kMostParts + tensor.part] = number;
        const std::size_t part_bytes = layout.part_bytes(tensor.layer, tensor.part);
        for (std::size_t expert = 0; expert < layout.expert_count(); ++expert) {
            const auto [first, last] = blocks_of(tensor, expert * part_bytes, part_bytes);
            left_[entry(tensor.layer, expert)].fetch_add(static_cast<std::uint32_t>(last - first + 1),
                                                         std::memory_order_relaxed);
        }
    }
    if (!tensors_.empty()) {
        const Tensor& last = tensors_.back();
        blocks_missing_ = last.first_block + blocks_of(last, 0, last.end - last.begin).second + 1;
    }
    blocks_.assign(blocks_missing_, Block::absent);
}

std::pair<std::size_t, std::size_t> ArenaExperts::blocks_of(const Tensor& tensor, std::size_t begin,
                                                            std::size_t bytes) const {
    const std::size_t lead = tensor.begin - tensor.first_byte;
    return {(lead + begin) / kBlockBytes, (lead + begin + bytes - 1) / kBlockBytes};
}

ExpertWeights ArenaExperts::expert(std::size_t layer, std::size_t index) const {
    ExpertLayout::Places places{};
    for (std::size_t part = 0; part < layout().part_count(layer); ++part) {
        places[part] = tensors_[tensor_of_[layer * ExpertLayout::kMostParts + part]].data +
                       index * layout().part_bytes(layer, part);
    }
    return layout().weights(layer, places);
}

void ArenaExperts::begin(ExpertDemand& demand) {
    const bool all_there = all_there_.load(std::memory_order_acquire);
    std::size_t there = demand.experts.size();
    if (!all_there) {
        there = static_cast<std::size_t>(std::ranges::count_if(demand.experts, [&](std::int32_t expert) {
            return is_there(demand.layer, static_cast<std::size_t>(expert));
        }));
        ask_for(demand);
    }
    const std::lock_guard lock(mutex_);
    counters_.lookups += demand.experts.size();
    counters_.from_memory += there;
    counters_.from_file += demand.experts.size() - there;
}

// Blocks that loading ahead has not come to are read before everything else.
void ArenaExperts::ask_for(const ExpertDemand& demand) {
    std::vector<IoThreads::Job> jobs;
    {
        const std::lock_guard lock(mutex_);
        std::array<std::size_t, ExpertLayout::kMostParts> next{};  // blocks before it were asked for already
        for (const std::size_t place : demand.waiting) {
            const auto expert = static_cast<std::size_t>(demand.experts[place]);
            for (std::size_t part = 0; part < layout().part_count(demand.layer); ++part) {
                const std::size_t number = tensor_of_[demand.layer * ExpertLayout::kMostParts + part];
                const Tensor& tensor = tensors_[number];
                const std::size_t part_bytes = layout().part_bytes(demand.layer, part);
                const auto [first, last] = blocks_of(tensor, expert * part_bytes, part_bytes);
                for (std::size_t block = std::max(first, next[part]); block <= last; ++block) {
                    Block& state = blocks_[tensor.first_block + block];
                    state = state == Block::failed ? Block::absent : state;  // it may work this time
                    if (state == Block::absent) {
                        jobs.emplace_back([this, number, block](IoBuffer&) { load_wanted(number, block); });
                    }
                }
                next[part] = std::max(next[part], last + 1);
            }
        }
    }
    io_.submit(IoThreads::Urgency::now, std::move(jobs));
}

Result<void> ArenaExperts::next(ExpertDemand& demand) {
    demand.group.clear();
    if (all_there_.load(std::memory_order_acquire)) {
        demand.group.swap(demand.waiting);
        return {};
    }
    const auto collect = [&] {
        const auto is_ready = [&](std::size_t place) {
            return is_there(demand.layer, static_cast<std::size_t>(demand.experts[place]));
        };
        std::ranges::copy_if(demand.waiting, std::back_inserter(demand.group), is_ready);
        std::erase_if(demand.waiting, is_ready);
        return !demand.group.empty();
    };
    if (collect()) {
        return {};
    }
    std::unique_lock lock(mutex_);
    const auto start = std::chrono::steady_clock::now();
    changed_.wait(lock, [&] { return collect() || has_failed(demand); });
    ++counters_.waits;
    counters_.wait_microseconds += static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start).count());
    if (demand.group.empty()) {
        return tl::unexpected(*failure_);
    }
    return {};
}

// Only blocks of the demand's own experts count: others may have failed for somebody who does not wait any more.
bool ArenaExperts::has_failed(const ExpertDemand& demand) const {
    return failure_ && std::ranges::any_of(demand.waiting, [&](std::size_t place) {
               const auto expert = static_cast<std::size_t>(demand.experts[place]);
               for (std::size_t part = 0; part < layout().part_count(demand.layer); ++part) {
                   const Tensor& tensor = tensors_[tensor_of_[demand.layer * ExpertLayout::kMostParts + part]];
                   const std::size_t part_bytes = layout().part_bytes(demand.layer, part);
                   const auto [first, last] = blocks_of(tensor, expert * part_bytes, part_bytes);
                   const auto begin = blocks_.begin() + static_cast<std::ptrdiff_t>(tensor.first_block);
                   if (std::find(begin + static_cast<std::ptrdiff_t>(first),
                                 begin + static_cast<std::ptrdiff_t>(last + 1),
                                 Block::failed) != begin + static_cast<std::ptrdiff_t>(last + 1)) {
                       return true;
                   }
               }
               return false;
           });
}

void ArenaExperts::end(ExpertDemand& demand) {
    demand.group.clear();
    demand.waiting.clear();
}

// One run after the other, each as a job of its own, so that what is needed at once comes in between.
void ArenaExperts::load_ahead(IoBuffer&) {
    const std::optional<Run> run = take_next();
    if (!run) {
        return;
    }
    const Result<void> copied = copy(*run);
    if (copied || run->count == 1) {
        finish(*run, copied);
    } else {
        // What can be read is not to be missing because of its neighbours.
        for (std::size_t block = run->block; block < run->block + run->count; ++block) {
            const Run one{run->tensor, block, 1};
            finish(one, copy(one));
        }
    }
    io_.submit(IoThreads::Urgency::background, {[this](IoBuffer& buffer) { load_ahead(buffer); }});
}

void ArenaExperts::load_wanted(std::size_t tensor, std::size_t block) {
    if (take(tensor, block)) {
        const Run run{tensor, block, 1};
        finish(run, copy(run));
    }
}

bool ArenaExperts::take(std::size_t tensor, std::size_t block) {
    const std::lock_guard lock(mutex_);
    Block& state = blocks_[tensors_[tensor].first_block + block];
    return state == Block::absent && (state = Block::taken, true);
}

std::optional<ArenaExperts::Run> ArenaExperts::take_next() {
    const std::lock_guard lock(mutex_);
    for (; !is_stopped_ && next_tensor_ < tensors_.size(); ++next_tensor_, next_block_ = 0) {
        const Tensor& tensor = tensors_[next_tensor_];
        const std::size_t count = blocks_of(tensor, 0, tensor.end - tensor.begin).second + 1;
        const auto is_absent = [&](std::size_t block) { return blocks_[tensor.first_block + block] == Block::absent; };
        while (next_block_ < count && !is_absent(next_block_)) {
            ++next_block_;
        }
        Run run{next_tensor_, next_block_, 0};
        while (next_block_ < count && is_absent(next_block_) && run.count < kMostBlocksAtOnce) {
            blocks_[tensor.first_block + next_block_++] = Block::taken;
            ++run.count;
        }
        if (run.count > 0) {
            return run;
        }
    }
    return std::nullopt;
}

Result<void> ArenaExperts::copy(const Run& run) {
    const Tensor& tensor = tensors_[run.tensor];
    const std::size_t shard = layout().tensor(tensor.layer, tensor.part).shard;
    const std::uint64_t begin = std::max(tensor.begin, tensor.first_byte + run.block * kBlockBytes);
    const std::uint64_t end = std::min(tensor.end, tensor.first_byte + (run.block + run.count) * kBlockBytes);
    std::byte* target = tensor.data + (begin - tensor.begin);
    const std::byte* mapped = layout().tensor(tensor.layer, tensor.part).matrix.data + (begin - tensor.begin);
    if (MappedFile::cached_share({mapped, end - begin}) >= kMostlyCached) {
        return file_.read_shard(shard, begin, {target, end - begin});
    }
    return files_.read_in_place({shard, begin, end - begin}, target);
}

void ArenaExperts::finish(const Run& run, const Result<void>& result) {
    const Tensor& tensor = tensors_[run.tensor];
    const std::size_t part_bytes = layout().part_bytes(tensor.layer, tensor.part);
    const std::size_t lead = tensor.begin - tensor.first_byte;
    {
        const std::lock_guard lock(mutex_);
        for (std::size_t block = run.block; block < run.block + run.count; ++block) {
            blocks_[tensor.first_block + block] = result ? Block::there : Block::failed;
            const std::size_t begin = std::max(block * kBlockBytes, lead) - lead;
            const std::size_t end = std::min<std::size_t>((block + 1) * kBlockBytes - lead, tensor.end - tensor.begin);
            for (std::size_t expert = begin / part_bytes; result && expert * part_bytes < end; ++expert) {
                std::atomic<std::uint32_t>& left = left_[entry(tensor.layer, expert)];
                counters_.file_experts += left.fetch_sub(1, std::memory_order_release) == 1 ? 1 : 0;
            }
            loaded_bytes_ += result ? end - begin : 0;
        }
        if (result) {
            blocks_missing_ -= run.count;
            counters_.file_bytes = loaded_bytes_;
            if (blocks_missing_ == 0) {
                all_there_.store(true, std::memory_order_release);
            }
        } else {
            failure_ = result.error();
            problem_ = result.error().message;
            if (!std::exchange(is_stopped_, true) && log_) {
                log_(LogLevel::error, problem_);
            }
        }
    }
    changed_.notify_all();
}

Result<void> ArenaExperts::wait_until_loaded() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return blocks_missing_ == 0 || is_stopped_; });
    if (blocks_missing_ > 0) {
        return fail(ErrorCode::io_error, problem_);
    }
    return {};
}

ExpertCounters ArenaExperts::counters() const {
    const std::lock_guard lock(mutex_);
    return counters_;
}

ExpertMemory ArenaExperts::memory() const {
    const std::lock_guard lock(mutex_);
    ExpertMemory memory;
    memory.placement = ExpertPlacement::arena;
    memory.all_bytes = layout().total_bytes();
    memory.budget_bytes = memory_.size();
    memory.loaded_bytes = loaded_bytes_;
    memory.loading = blocks_missing_ > 0 && !is_stopped_;
    memory.problem = problem_;
    return memory;
}

}  // namespace strata
