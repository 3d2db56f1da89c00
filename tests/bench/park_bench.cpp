// Speed of parking and of coming back, next to plain writing and reading of the same bytes on the same disk in the same
// run.
//
//   park_bench [--folder FOLDER] [--mib 512] [--state-mib 118] [--repeats 5]
//
// One JSON object per line; "ratio" is against the plain file of the same repeat, the last lines have the medians. The
// system's file cache is told to forget the files before each reading.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <CLI/CLI.hpp>
#include <cstring>
#include <ctime>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/file.h"
#include "state/conversation_vault.h"

namespace {

using namespace strata;
namespace fs = std::filesystem;

constexpr std::size_t kPiece = std::size_t{4} << 20;

struct Options {
    std::string folder = fs::temp_directory_path().string();
    std::size_t mib = 512;
    std::size_t state_mib = 118;
    int repeats = 5;
};

/// What some work took. On a busy machine the processor's time says more than the clock's.
struct Took {
    double seconds = 0, processor_seconds = 0;
};

Took time_of(const std::function<void()>& work) {
    const std::clock_t processor = std::clock();
    const auto start = std::chrono::steady_clock::now();
    work();
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
            static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC};
}

template <class T>
T must(Result<T> result) {
    if (!result) {
        fmt::print(stderr, "{}\n", result.error().message);
        std::exit(1);
    }
    if constexpr (!std::is_void_v<T>) {
        return std::move(*result);
    }
}

/// A model with twelve attention layers and pages of about 3.6 MB, as large ones have.
VaultIdentity identity_of(const Options& options) {
    VaultIdentity identity;
    identity.model = identity.model_name = "bench";
    identity.backend = "cpu";
    identity.kv = {12, 2, 256, 128, 4, KvType::int8};
    identity.running.recurrent_layers = 1;
    identity.running.value_heads = 1;
    identity.running.value_size = options.state_mib << 8;
    identity.running.key_size = 1024;
    return identity;
}

void fill(std::span<std::byte> bytes, std::uint64_t seed) {
    for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        std::memcpy(bytes.data() + at, &seed, sizeof(seed));
    }
}

/// An image of so many cells; the pages of `before` are shared as far as they are full.
ConversationImagePtr image_of(const VaultIdentity& identity, std::size_t cells, const ConversationImagePtr& before) {
    auto image = std::make_shared<ConversationImage>();
    image->content.tokens.assign(cells, 7);
    image->kv = before ? before->kv.share(before->content.size()) : KvCache(identity.kv);
    const std::size_t shared = before ? before->content.size() : 0;
    must(image->kv.prepare(shared, cells));
    std::vector<KvPage> pages(image->kv.pages().begin(), image->kv.pages().end());
    for (std::size_t page = shared / KvCache::kPageCells; page < pages.size(); ++page) {
        fill({pages[page].data(), pages[page].size()}, 1000 * cells + page);
    }
    image->kv.set_pages(std::move(pages));
    image->running = must(RunningState::create(identity.running));
    fill(image->running.raw(), cells);
    image->running.position = cells;
    return image;
}

void drop_caches(const fs::path& folder) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) {
            must(File::open_own(entry.path(), File::Mode::read)).drop_cache();
        }
    }
}

void plain_write(const fs::path& path, std::uint64_t bytes, std::span<const std::byte> piece) {
    File file = must(File::create(path, Access::owner_only));
    for (std::uint64_t at = 0; at < bytes; at += piece.size()) {
        must(file.write(at, piece.first(std::min<std::uint64_t>(piece.size(), bytes - at))));
    }
    must(file.flush());
    file.drop_cache();
}

void plain_read(const fs::path& path, std::uint64_t bytes, std::span<std::byte> piece) {
    const File file = must(File::open_own(path, File::Mode::read));
    for (std::uint64_t at = 0; at < bytes; at += piece.size()) {
        must(file.read(at, piece.first(std::min<std::uint64_t>(piece.size(), bytes - at))));
    }
}

class Bench {
public:
    explicit Bench(const Options& options)
        : options_(options),
          identity_(identity_of(options)),
          folder_(fs::path(options.folder) / "park-bench"),
          piece_(kPiece) {
        limits_.disk_bytes = std::uint64_t{1} << 50;
        fill(piece_, 99);
    }

    void run() {
        const std::size_t page = KvCache(identity_.kv).page_bytes();
        cells_ = (options_.mib << 20) / page * KvCache::kPageCells - 100;
        first_ = image_of(identity_, cells_, nullptr);
        grown_ = image_of(identity_, cells_ + 300, first_);
        for (int repeat = 0; repeat < options_.repeats; ++repeat) {
            fs::remove_all(folder_);
            fs::create_directories(folder_);
            writing();
            reading();
            growing();
        }
        fs::remove_all(folder_);
        for (auto& [what, ratios] : ratios_) {
            std::ranges::sort(ratios);
            fmt::print("{{\"what\": \"{}\", \"median_ratio\": {:.3f}}}\n", what, ratios[ratios.size() / 2]);
        }
    }

private:
    double report(const std::string& what, std::uint64_t bytes, const Took& took, double plain) {
        const double speed = static_cast<double>(bytes) / took.seconds / (1 << 30);
        const double ratio = plain > 0 ? speed / plain : 1;
        fmt::print(
            R"({{"what": "{}", "bytes": {}, "seconds": {:.4f}, "processor_seconds": {:.4f}, "gib_per_second": {:.3f}, "ratio": {:.3f}}})",
            what, bytes, took.seconds, took.processor_seconds, speed, ratio);
        fmt::print("\n");
        std::fflush(stdout);
        if (plain > 0) {
            ratios_[what].push_back(ratio);
        }
        return speed;
    }
    std::unique_ptr<ConversationVault> open() {
        return must(ConversationVault::open(folder_ / "vault", identity_, limits_));
    }
    TokenSequence prompt() const { return {std::vector<std::int32_t>(cells_ + 1000, 7), {}}; }

    void writing() {
        const auto vault = open();
        const Took park = time_of([&] {
            vault->save("one", "", first_, ConversationVault::When::always);
            must(vault->flush());
        });
        bytes_ = vault->status().written_bytes;
        const Took plain = time_of([&] { plain_write(folder_ / "plain", bytes_, piece_); });
        const double speed = report("plain write", bytes_, plain, 0);
        report("first park", bytes_, park, speed);
    }

    void reading() {
        const auto vault = open();
        drop_caches(folder_);
        const Took plain = time_of([&] { plain_read(folder_ / "plain", bytes_, piece_); });
        drop_caches(folder_);
        Result<VaultRestored> restored;
        const Took restore = time_of([&] { restored = vault->restore("one", prompt()); });
        if (!restored || !restored->image || restored->image->content.size() != cells_) {
            fmt::print(stderr, "it did not come back\n");
            std::exit(1);
        }
        const double speed = report("plain read", bytes_, plain, 0);
        report("restore", restored->bytes, restore, speed);
    }

    void growing() {
        const auto vault = open();
        const Took park = time_of([&] {
            vault->save("one", "", grown_, ConversationVault::When::always);
            must(vault->flush());
        });
        const VaultStatus status = vault->status();
        fmt::print(
            "{{\"what\": \"second park\", \"seconds\": {:.4f}, \"written_bytes\": {}, \"kept_bytes\": {}, "
            "\"written_share\": {:.4f}}}\n",
            park.seconds, status.written_bytes, status.kept_bytes,
            static_cast<double>(status.written_bytes) / static_cast<double>(status.written_bytes + status.kept_bytes));
    }

    Options options_;
    VaultIdentity identity_;
    VaultLimits limits_;
    fs::path folder_;
    std::vector<std::byte> piece_;
    std::size_t cells_ = 0;
    std::uint64_t bytes_ = 0;
    ConversationImagePtr first_, grown_;
    std::map<std::string, std::vector<double>> ratios_;
};

}  // namespace

int main(int argc, char** argv) {
    Options options;
    CLI::App app("Speed of parked conversations");
    app.add_option("--folder", options.folder, "a folder on the disk to measure");
    app.add_option("--mib", options.mib, "K/V pages of the conversation");
    app.add_option("--state-mib", options.state_mib, "its running state");
    app.add_option("--repeats", options.repeats);
    CLI11_PARSE(app, argc, argv);
    Bench(options).run();
    return 0;
}
