#include "app/request_queue.h"

#include <algorithm>
#include <utility>

namespace strata::app {

void RequestQueue::add(QueuedRequest request) {
    const bool goes_ahead = order_ == QueueOrder::person_first && request.asker == Asker::person;
    const auto place = goes_ahead ? std::ranges::find(waiting_, Asker::program, &QueuedRequest::asker) : waiting_.end();
    waiting_.insert(place, std::move(request));
}

std::optional<QueuedRequest> RequestQueue::takeNext() {
    if (waiting_.empty()) {
        return std::nullopt;
    }
    QueuedRequest next = std::move(waiting_.front());
    waiting_.pop_front();
    return next;
}

std::optional<QueuedRequest> RequestQueue::takeNext(Asker asker) {
    const auto found = std::ranges::find(waiting_, asker, &QueuedRequest::asker);
    if (found == waiting_.end()) {
        return std::nullopt;
    }
    QueuedRequest next = std::move(*found);
    waiting_.erase(found);
    return next;
}

bool RequestQueue::withdraw(RequestId id) {
    const auto found =
        std::find_if(waiting_.begin(), waiting_.end(), [id](const QueuedRequest& waits) { return waits.id == id; });
    if (found == waiting_.end()) {
        return false;
    }
    waiting_.erase(found);
    return true;
}

std::deque<QueuedRequest> RequestQueue::takeAll() {
    return std::exchange(waiting_, {});
}

std::size_t RequestQueue::count(Asker asker) const {
    return static_cast<std::size_t>(std::ranges::count(waiting_, asker, &QueuedRequest::asker));
}

std::optional<std::size_t> RequestQueue::before(RequestId id) const {
    const auto found = std::ranges::find(waiting_, id, &QueuedRequest::id);
    return found == waiting_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - waiting_.begin()));
}

}  // namespace strata::app
