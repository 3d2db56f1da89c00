#pragma once

#include <optional>

#include <QString>

#include "app/chat_record.h"
#include "app/read_ahead.h"

namespace strata::ui {

/// What the engine does, as one word and one number.
struct EngineActivity {
    enum class Word {
        no_model,
        off,  ///< the model is chosen and not in memory
        loading,
        ready,
        waiting,  ///< a request is there, and the engine is busy with something else
        reading,
        writing,
        freeing,
        needs_restart,  ///< the engine hangs
        failed,
    };

    Word word = Word::no_model;
    std::optional<int> percent;                    ///< of loading and reading
    std::optional<int> seconds_left = {};          ///< of loading
    app::ReadAhead::Bytes bytes = {};              ///< of loading, where the file is read
    std::optional<double> pieces_per_second;       ///< of writing
    std::optional<double> last_pieces_per_second;  ///< of the answer before, while ready
    std::optional<app::Remembered> remembered;     ///< of the request that runs, or of the last one while ready

    bool operator==(const EngineActivity& other) const = default;
};

/// "Reading 38 %", "Writing 85 pieces/s"; what is unknown is "–".
QString shownActivity(const EngineActivity& activity);

}  // namespace strata::ui
