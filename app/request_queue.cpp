#include "app/request_queue.h"

#include <algorithm>
#include <utility>

namespace strata::app {

void RequestQueue::add(QueuedRequest request) {
    waiting_.push_back(std::move(request));
}

std::optional<QueuedRequest> RequestQueue::takeNext() {
    if (waiting_.empty()) {
        return std::nullopt;
    }
    QueuedRequest next = std::move(waiting_.front());
    waiting_.pop_front();
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

}  // namespace strata::app
