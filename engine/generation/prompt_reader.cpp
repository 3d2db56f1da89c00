#include "generation/prompt_reader.h"

#include <algorithm>

#include "base/error.h"

namespace strata {

using Outcome = ForwardPass::Outcome;

Result<Outcome> PromptReader::read(Session& session, const TokenSequence& prompt, const std::stop_token& stop,
                                   const Progress& progress) {
    last_checkpoint_ = session.size();
    for (const PromptPart& part : plan_prompt(prompt, session.size(), options_.plan)) {
        STRATA_TRY(const Outcome outcome, read_part(session, prompt, part, stop, progress));
        if (outcome == Outcome::cancelled) {
            return outcome;
        }
        if (part.checkpoint) {
            STRATA_CHECK(session.take_checkpoint(*part.checkpoint));
            last_checkpoint_ = session.size();
        }
    }
    return Outcome::complete;
}

Result<Outcome> PromptReader::read_part(Session& session, const TokenSequence& prompt, const PromptPart& part,
                                        const std::stop_token& stop, const Progress& progress) {
    const bool windows = part.path == PromptPart::Path::windows;
    const std::size_t most = windows ? std::min(kMostPartialRows, options_.chunk) : options_.chunk;
    while (session.size() < part.end) {
        STRATA_TRY(const Outcome outcome, step(session, prompt, std::min(most, part.end - session.size()), stop));
        if (outcome == Outcome::cancelled) {
            return outcome;
        }
        if (!windows || session.size() == part.end) {
            progress(session.size());
        }
        const bool due =
            options_.checkpoint_spacing > 0 && session.size() - last_checkpoint_ >= options_.checkpoint_spacing;
        if (due && !windows && session.size() < part.end) {
            STRATA_CHECK(session.take_checkpoint(CheckpointKind::periodic));
            last_checkpoint_ = session.size();
        }
    }
    return Outcome::complete;
}

Result<Outcome> PromptReader::step(Session& session, const TokenSequence& prompt, std::size_t rows,
                                   const std::stop_token& stop) {
    const std::size_t at = session.size();
    STRATA_TRY(const Outcome outcome,
               session.run(*pass_, std::span(prompt.tokens).subspan(at, rows), LogitRows::none, stop));
    if (outcome == Outcome::complete) {
        for (const PictureKey& picture : prompt.pictures) {
            if (picture.position >= at && picture.position < at + rows) {
                session.add_picture(picture);
            }
        }
        session.commit(*pass_, rows);
    }
    return outcome;
}

Result<Outcome> PromptReader::read_again(Session& session, const TokenSequence& prompt,
                                         std::span<const std::uint32_t> cuts, std::span<const CheckpointPtr> kept,
                                         const std::stop_token& stop, const Progress& progress) {
    for (const std::uint32_t cut : cuts) {
        while (session.size() < cut) {
            // The state may come from a run with larger chunks.
            const std::size_t rows = std::min(cut - session.size(), pass_->most_rows());
            STRATA_TRY(const Outcome outcome, step(session, prompt, rows, stop));
            if (outcome == Outcome::cancelled) {
                return outcome;
            }
        }
        if (const CheckpointPtr same = checkpoint_at(kept, cut)) {
            STRATA_CHECK(session.take_checkpoint(same->kind));
        }
        progress(session.size());
    }
    return Outcome::complete;
}

}  // namespace strata
