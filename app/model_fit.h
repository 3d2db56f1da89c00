#pragma once

#include <optional>
#include <set>

#include <QString>

#include "app/catalog/model_catalog.h"
#include "app/hardware/machine.h"

namespace strata::app {

enum class FitLevel { fits, tight, warning, cannot };
enum class FitReason {
    none,
    close_programs,     ///< works if little else runs
    shared_with_card,   ///< memory holds only what the graphics card does not
    nothing_spare,      ///< memory and card are just enough together
    reads_from_disk,    ///< a part stays on the drive and is read while it answers: slow
    too_little_memory,  ///< not even with reading from the drive
    needs_card,         ///< computes on NVIDIA cards only
    unknown_need,       ///< the list does not say what it needs, or the system how much memory there is
};

/// How a size of a model goes with a machine.
struct ModelFit {
    FitLevel level = FitLevel::fits;
    FitReason reason = FitReason::none;
    double comfortable_gib = 0;  ///< memory with which it would be FitLevel::fits
    int held_gib = 0;            ///< with reads_from_disk: how much is held in memory

    bool operator==(const ModelFit&) const = default;
};

/// The one place that decides whether a size goes with a machine.
ModelFit fitOf(const CatalogSize& size, const Machine& machine, int context_length = 32'768);

enum class ModelWish { balanced, fast, best, code };

/// Id of the size to propose; empty if none of the catalogue fits at all.
QString recommendedSize(const ModelCatalog& catalog, const Machine& machine, ModelWish wish = ModelWish::balanced);

/// The least memory that any offered size is comfortable with; 0: unknown.
int smallestMemoryGib(const ModelCatalog& catalog);

/// How much to keep in mind unless the person says otherwise: by the smallest card, kept within memory.
int defaultContext(const CatalogSize& size, const Machine& machine);
/// The longest that goes with this memory, of those the size offers; 0: it offers none.
int longestContext(const CatalogSize& size, const Machine& machine);

/// Looking at pictures is proposed from 12 GB of graphics memory.
bool defaultPictures(const Machine& machine);

/// What a size costs on the disk.
struct DiskNeed {
    qint64 download_bytes = 0;  ///< still to fetch
    qint64 working_bytes = 0;   ///< while unpacking and for what is kept beside the files
    qint64 present_bytes = 0;   ///< there already, from other sizes or an earlier attempt

    qint64 total() const { return download_bytes + working_bytes; }

    bool operator==(const DiskNeed&) const = default;
};

/// present: ids of files of the catalogue that are complete already; a file counts for all that have the same content.
DiskNeed diskNeed(const ModelCatalog& catalog, const CatalogSize& size, bool with_pictures,
                  const std::set<QString>& present, bool draft_layer_present);

/// Pieces of words per second, as a range because nothing but trying tells exactly.
struct SpeedEstimate {
    double slowest = 0, fastest = 0;
    double measured = 0;  ///< on the PC that the estimate is taken from
    QString measured_on;  ///< that PC

    bool operator==(const SpeedEstimate&) const = default;
};

/// How fast a size should write on this machine. None: there is nothing to estimate it from.
std::optional<SpeedEstimate> expectedSpeed(const CatalogSize& size, const Machine& machine);

}  // namespace strata::app
