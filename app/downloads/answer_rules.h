#pragma once

#include <optional>

#include "app/downloads/download_state.h"
#include "app/downloads/http_fetch.h"
#include "app/downloads/resume_record.h"

namespace strata::app {

/// Who or what ends a problem.
enum class Remedy {
    network,  ///< waits and tries for ever
    server,   ///< waits and tries a number of times
    space,    ///< waits for room on the disk
    person,
};

struct Obstacle {
    DownloadProblem problem;
    Remedy remedy = Remedy::network;
    int wait_seconds = 0;  ///< at least; 0: the rule's own
};

/// What to do with an answer to a request for bytes from `begin` up to `end`.
struct Verdict {
    enum class Use {
        nothing,     ///< `obstacle` says why
        from_begin,  ///< its bytes go where they were asked for, perhaps fewer than that
        from_start,  ///< it is the whole file: its bytes go to the start
    };
    Use use = Use::nothing;
    std::optional<Obstacle> obstacle;
};

/// Only an answer that is surely the asked part of the expected file is used. `same_base`: the record's ETag belongs to
/// the address that was asked.
Verdict judgeAnswer(const HttpAnswer& answer, const ResumeRecord& record, qint64 begin, qint64 end, bool same_base);

/// What an answer to HEAD tells against the file; nothing if it tells nothing against it.
std::optional<Obstacle> judgeHead(const HttpAnswer& answer, const ResumeRecord& record);

/// An error status as an obstacle; nothing for one that is none.
std::optional<Obstacle> obstacleOf(const HttpAnswer& answer);

/// Whether the first bytes may be those of this file. At least four, if it has so many.
bool mayBeginWith(const CatalogFile& file, const QByteArray& bytes);

}  // namespace strata::app
