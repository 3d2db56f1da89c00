#include "app/read_ahead.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <QFile>

#include "app/memory_use.h"

namespace strata::app {
namespace {

constexpr qint64 kPiece = qint64{4} << 20;
/// What must stay free beside the file: for the engine's own memory and for other programs.
constexpr std::uint64_t kBeside = std::uint64_t{2} << 30;
constexpr double kReadingShare = 0.9;  ///< of the whole load

QString pathOf(const std::filesystem::path& path) {
    return QString::fromStdU16String(path.u16string());
}

}  // namespace

ReadAhead::ReadAhead() : counters_(std::make_shared<Counters>()) {}

bool ReadAhead::fits(std::uint64_t file_bytes, std::uint64_t free_bytes) {
    return free_bytes > kBeside && file_bytes <= free_bytes - kBeside;
}

ReadAhead::Bytes ReadAhead::bytes() const {
    return {counters_->done.load(std::memory_order_relaxed), counters_->total.load(std::memory_order_relaxed)};
}

EngineLoader ReadAhead::around(EngineLoader loader) const {
    return [loader = std::move(loader), counters = counters_](
               const LoadOptions& options, const LoadProgress& progress) -> Result<std::unique_ptr<Engine>> {
        counters->done = 0;
        counters->total = 0;
        QFile file(pathOf(options.model));
        // Without a file there is nothing to read, and the engine knows best what to say to that.
        const bool opened = file.open(QIODevice::ReadOnly | QIODevice::Unbuffered);
        const auto size = static_cast<std::uint64_t>(opened ? file.size() : 0);
        double read_share = 0.0;
        if (size > 0 && fits(size, readMemoryUse().free_bytes.value_or(0))) {
            counters->total = size;
            std::vector<char> piece(static_cast<std::size_t>(kPiece));
            for (qint64 got = file.read(piece.data(), kPiece); got > 0; got = file.read(piece.data(), kPiece)) {
                counters->done += static_cast<std::uint64_t>(got);
                const double share = static_cast<double>(counters->done) / static_cast<double>(size);
                if (!progress({"Reading the model", kReadingShare * std::min(share, 1.0)})) {
                    return tl::unexpected(Error{ErrorCode::invalid_argument, "loading was cancelled"});
                }
            }
            read_share = kReadingShare;
        }
        file.close();
        return loader(options, [&](const LoadStep& step) {
            return progress({step.what, read_share + (1.0 - read_share) * step.fraction});
        });
    };
}

}  // namespace strata::app
