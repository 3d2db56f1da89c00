#include "generation/prompt_reader.h"

#include <algorithm>

#include "base/error.h"

namespace strata {

Result<ForwardPass::Outcome> PromptReader::read(Session& session, std::span<const TokenId> prompt,
                                                const std::stop_token& stop, const Progress& progress) {
    while (session.tokens().size() + 1 < prompt.size()) {
        const std::size_t at = session.tokens().size();
        const std::size_t rows = std::min(chunk_, prompt.size() - 1 - at);
        STRATA_TRY(const auto outcome, session.run(*pass_, prompt.subspan(at, rows), LogitRows::none, stop));
        if (outcome == ForwardPass::Outcome::cancelled) {
            return outcome;
        }
        session.commit(*pass_, rows);
        progress(session.tokens().size());
    }
    return ForwardPass::Outcome::complete;
}

}  // namespace strata
