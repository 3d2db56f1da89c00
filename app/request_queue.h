#pragma once

#include <deque>
#include <optional>
#include <stop_token>

#include <QtGlobal>

#include "strata/request.h"

namespace strata::app {

/// Names one submitted request for the life of the program; never 0.
using RequestId = quint64;

/// Who waits for the answer.
enum class Asker {
    person,   ///< at the screen
    program,  ///< another one, through the local server
};

/// Who is answered first while both wait.
enum class QueueOrder { person_first, in_turn };

/// A request that waits for the engine, with the switch that stops it.
struct QueuedRequest {
    RequestId id = 0;
    GenerationRequest request;
    std::stop_source stop = {};
    Asker asker = Asker::person;
};

/// The requests that wait for the engine: the person's before those of other programs unless they take turns, else
/// first come first served. Not thread-safe: its owner locks.
class RequestQueue {
public:
    /// Holds for what comes from now on.
    void setOrder(QueueOrder order) { order_ = order; }
    void add(QueuedRequest request);
    /// The next request to run; none if nothing waits.
    std::optional<QueuedRequest> takeNext();
    /// The next one of the person or of a program.
    std::optional<QueuedRequest> takeNext(Asker asker);
    /// Takes a request out before it ran. False: it does not wait here.
    bool withdraw(RequestId id);
    /// Takes out all that waits, in order.
    std::deque<QueuedRequest> takeAll();
    bool isEmpty() const { return waiting_.empty(); }
    /// Of programs or of the person.
    std::size_t count(Asker asker) const;
    /// How many come before this one; none: it does not wait here.
    std::optional<std::size_t> before(RequestId id) const;

private:
    std::deque<QueuedRequest> waiting_;  ///< in the order in which they run
    QueueOrder order_ = QueueOrder::person_first;
};

}  // namespace strata::app
