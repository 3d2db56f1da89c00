#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "memory/expert_layout.h"
#include "memory/expert_profile.h"
#include "strata/expert_counters.h"
#include "strata/result.h"
#include "strata/status.h"

namespace strata {

/// A batch of experts of one layer on its way through memory. Places are indices into `experts`.
struct ExpertDemand {
    std::size_t layer = 0;
    std::vector<std::int32_t> experts;  ///< ascending, no repeats
    std::vector<std::size_t> waiting;   ///< places that were in no group yet, ascending
    std::vector<std::uint8_t> held;     ///< [experts] for the store: taken for this batch
    bool streams = false;               ///< for the store: so large that it must not push out everything else
    std::vector<std::size_t> group;     ///< places whose weights are in memory and held there
};

/// Where the weights of routed experts come from. What computes with experts knows only this: it asks for a batch, and
/// works through it in groups that are in memory together (ExpertRequest). Whether they lie in the mapped file, in
/// memory of our own or have to be read first is the store's affair.
///
/// One thread asks. It may have several requests under way, but must not wait for one while another holds a group.
class ExpertStore {
public:
    /// layout: borrowed; must outlive the store.
    explicit ExpertStore(const ExpertLayout& layout) : layout_(&layout) {}
    ExpertStore(const ExpertStore&) = delete;
    ExpertStore& operator=(const ExpertStore&) = delete;
    virtual ~ExpertStore() = default;

    const ExpertLayout& layout() const { return *layout_; }

    /// The weights of an expert that a request holds. Any thread, as long as it holds it.
    virtual ExpertWeights expert(std::size_t layer, std::size_t index) const = 0;

    /// Takes a new batch, all of it waiting. Asks for what is missing, waits for nothing.
    virtual void begin(ExpertDemand& demand) = 0;
    /// Gives `group` back and fills it again from `waiting`; waits until there is at least one. Errors: an expert could
    /// not be read.
    virtual Result<void> next(ExpertDemand& demand) = 0;
    /// Gives back everything that was taken for this batch.
    virtual void end(ExpertDemand& demand) = 0;

    /// Whether asking early can save a wait.
    virtual bool wants_prefetch() const { return false; }
    /// Experts that will probably be needed soon. Never waits, and never takes the place of what a request holds.
    virtual void prefetch(std::size_t /*layer*/, std::span<const std::int32_t> /*experts*/) {}

    /// Uses are noted in this profile from now on, on the asking thread; borrowed. Null: nowhere.
    void note_uses_in(ExpertProfile* profile) { profile_ = profile; }

    /// Any thread.
    virtual ExpertCounters counters() const = 0;
    virtual ExpertMemory memory() const = 0;

private:
    friend class ExpertRequest;

    const ExpertLayout* layout_;
    ExpertProfile* profile_ = nullptr;
};

/// The experts of one layer that a batch needs, one group after the other. Whoever computes with experts has one and
/// uses it again batch after batch; what it holds is given back when the batch is done or the request goes.
class ExpertRequest {
public:
    /// store: borrowed.
    explicit ExpertRequest(ExpertStore& store) : store_(&store) {}
    ExpertRequest(ExpertRequest&& other) noexcept;
    ExpertRequest& operator=(ExpertRequest&& other) = delete;
    ~ExpertRequest() { finish(); }

    const ExpertStore& store() const { return *store_; }

    /// Takes a batch; what is missing is asked for, nothing is waited for. A batch that was not worked through is
    /// forgotten. experts: ascending, no repeats.
    void begin(std::size_t layer, std::span<const std::int32_t> experts);
    /// Gives back the group before and waits for the next one: places in the batch of experts whose weights are in
    /// memory and stay where they are until the next call. A batch that is in memory comes as one group; empty: it is
    /// done. Errors: an expert could not be read; the request is then finished.
    Result<std::span<const std::size_t>> next();
    /// Gives back what it holds and forgets the rest of the batch.
    void finish();

private:
    ExpertStore* store_;
    ExpertDemand demand_;
    bool active_ = false;
};

}  // namespace strata
