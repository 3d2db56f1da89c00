#pragma once

#include <deque>
#include <optional>
#include <stop_token>

#include <QtGlobal>

#include "strata/request.h"

namespace strata::app {

/// Names one submitted request for the life of the program; never 0.
using RequestId = quint64;

/// A request that waits for the engine, with the switch that stops it.
struct QueuedRequest {
    RequestId id = 0;
    GenerationRequest request;
    std::stop_source stop;
};

/// The requests that wait for the engine, first come first served. Not thread-safe: its owner locks.
class RequestQueue {
public:
    void add(QueuedRequest request);
    /// The next request to run; none if nothing waits.
    std::optional<QueuedRequest> takeNext();
    /// Takes a request out before it ran. False: it does not wait here.
    bool withdraw(RequestId id);
    /// Takes out all that waits, in order.
    std::deque<QueuedRequest> takeAll();
    bool isEmpty() const { return waiting_.empty(); }

private:
    std::deque<QueuedRequest> waiting_;
};

}  // namespace strata::app
