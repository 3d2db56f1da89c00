#include "generation/session.h"

#include <algorithm>

#include "base/error.h"

namespace strata {

Result<Session> Session::create(const Model& model, KvType type) {
    Session session;
    STRATA_TRY(session.sequence_, create_sequence(model, type));
    return session;
}

std::size_t Session::reusable(std::span<const TokenId> prompt) const {
    const bool continues =
        prompt.size() > tokens_.size() && std::ranges::equal(prompt.first(tokens_.size()), std::span(tokens_));
    return continues ? tokens_.size() : 0;
}

void Session::reset() {
    sequence_.running.reset();
    tokens_.clear();
}

Result<ForwardPass::Outcome> Session::run(ForwardPass& pass, std::span<const TokenId> window, LogitRows which,
                                          const std::stop_token& stop, TapSink* taps) {
    window_.assign(window.begin(), window.end());
    return pass.run(window_, sequence_, which, stop, taps);
}

void Session::commit(ForwardPass& pass, std::size_t rows) {
    pass.commit(sequence_, rows);
    tokens_.insert(tokens_.end(), window_.begin(), window_.begin() + static_cast<std::ptrdiff_t>(rows));
}

}  // namespace strata
