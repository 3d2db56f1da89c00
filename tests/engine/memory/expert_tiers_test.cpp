#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <QtTest/QtTest>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "gguf/gguf_file.h"
#include "memory/arena_experts.h"
#include "memory/cached_experts.h"
#include "memory/expert_profile.h"
#include "memory/expert_slots.h"
#include "memory/mapped_experts.h"
#include "model/forward_pass.h"
#include "support/model_harness.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;

namespace {

const std::filesystem::path kBuiltInModel = STRATA_RESOURCES "/models/strata-mini-q4_k_s.gguf";
const std::filesystem::path kTinyModel = STRATA_REFERENCE "/tiny-aq/tiny-aq-Q2_0.gguf";

std::vector<std::int32_t> some_tokens(std::size_t count, std::size_t vocabulary) {
    std::vector<std::int32_t> ids;
    std::uint32_t state = 4711;
    for (std::size_t i = 0; i < count; ++i) {
        state = state * 1664525U + 1013904223U;
        ids.push_back(static_cast<std::int32_t>((state >> 8) % vocabulary));
    }
    return ids;
}

/// A model with experts from a store of one's choice.
class TierHarness {
public:
    explicit TierHarness(const std::filesystem::path& path)
        : file_(*GgufFile::open(path)), model_(*Model::open(file_)) {}

    const GgufFile& file() const { return file_; }
    const Model& model() const { return *model_; }
    ExpertStore& store() { return *store_; }

    void use(std::unique_ptr<ExpertStore> store) {
        pass_.reset();
        store_ = std::move(store);
        pass_ = *ForwardPass::create(*model_, Compute{&select_kernels(detect_cpu_features().best_level()), &pool_},
                                     *store_, 128);
        sequence_ = *create_sequence(*model_, KvType::int8);
    }
    void use_budget(std::uint64_t bytes, int io_threads, bool prefetch, std::span<const ExpertId> hottest = {}) {
        CachedExperts::Options options;
        options.experts_per_token = model_->config().experts_per_token;
        options.bytes = bytes;
        options.io_threads = io_threads;
        options.prefetch = prefetch;
        options.hottest = hottest;
        auto store = CachedExperts::create(file_, model_->experts(), options);
        if (!store) {
            qFatal("%s", store.error().message.c_str());
        }
        use(std::move(*store));
    }

    Result<ForwardPass::Outcome> window(const std::vector<std::int32_t>& ids) {
        return pass_->run(ids, sequence_, LogitRows::all, {});
    }
    void commit(std::size_t rows) { pass_->commit(sequence_, rows); }

    /// A prompt of 300 tokens in chunks, windows of which a part is accepted, and single tokens: logits of all rows.
    std::vector<float> story() {
        sequence_.running.reset();
        const std::vector<std::int32_t> ids = some_tokens(360, model_->config().vocab_size);
        std::vector<float> all;
        std::size_t at = 0;
        for (const auto& [rows, accepted] : {std::pair{128, 128},
                                             {128, 128},
                                             {44, 44},
                                             {4, 4},
                                             {4, 2},
                                             {8, 8},
                                             {4, 1},
                                             {1, 1},
                                             {1, 1},
                                             {1, 1},
                                             {1, 1},
                                             {1, 1},
                                             {1, 1}}) {
            const auto first = ids.begin() + static_cast<std::ptrdiff_t>(at);
            if (const auto outcome = window({first, first + rows}); !outcome) {
                qFatal("%s", outcome.error().message.c_str());
            }
            for (std::size_t row = 0; row < pass_->logits().rows(); ++row) {
                const float* values = pass_->logits().row(row);
                all.insert(all.end(), values, values + pass_->logits().columns());
            }
            commit(static_cast<std::size_t>(accepted));
            at += static_cast<std::size_t>(accepted);
        }
        return all;
    }

private:
    GgufFile file_;
    std::unique_ptr<Model> model_;
    std::unique_ptr<ExpertStore> store_;
    WorkerPool pool_{2};
    std::unique_ptr<ForwardPass> pass_;
    SequenceState sequence_;
};

}  // namespace

class ExpertTiersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_budget_gives_the_same_bits_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("share");  // of all experts' bytes, in hundredths; 0: the least budget
        QTest::addColumn<int>("threads");
        QTest::addColumn<bool>("prefetch");
        for (const char* model : {"built-in", "tiny"}) {
            for (const auto& [share, threads, prefetch] : {std::tuple{33, 1, true},
                                                           {33, 2, false},
                                                           {33, 8, true},
                                                           {0, 1, false},
                                                           {0, 3, true},
                                                           {0, 8, true},
                                                           {100, 4, true}}) {
                QTest::addRow("%s, %d %%, %d threads, %s", model, share, threads, prefetch ? "early" : "not early")
                    << QString(model) << share << threads << prefetch;
            }
        }
    }

    void a_budget_gives_the_same_bits() {
        QFETCH(QString, model);
        QFETCH(int, share);
        QFETCH(int, threads);
        QFETCH(bool, prefetch);
        TierHarness tier(model == "tiny" ? kTinyModel : kBuiltInModel);
        tier.use(std::make_unique<MappedExperts>(tier.model().experts()));
        const std::vector<float> expected = tier.story();

        const std::uint64_t all = tier.model().experts().total_bytes();
        tier.use_budget(all * static_cast<std::uint64_t>(share) / 100, threads, prefetch);
        QVERIFY(tier.story() == expected);
        // Once more with what is there by now.
        QVERIFY(tier.story() == expected);

        const ExpertCounters counters = tier.store().counters();
        QVERIFY(counters.lookups > 0);
        QCOMPARE(counters.from_memory + counters.from_file, counters.lookups);
        QVERIFY(counters.file_experts > 0);
        QVERIFY(counters.file_bytes > 0);
        QVERIFY(counters.early_used <= counters.early_experts);
        if (!prefetch) {
            QCOMPARE(counters.early_experts, std::uint64_t{0});
        }
        const ExpertMemory memory = tier.store().memory();
        QVERIFY(memory.loaded_bytes <= memory.budget_bytes);
        const std::uint64_t least =
            ExpertSlots::least_bytes(tier.model().experts(), tier.model().config().experts_per_token);
        QVERIFY(memory.budget_bytes <= std::max(least, all * static_cast<std::uint64_t>(share) / 100 + least / 4));
    }

    void what_was_read_once_is_not_read_again_if_there_is_room() {
        TierHarness tier(kBuiltInModel);
        tier.use_budget(std::uint64_t{1} << 30, 2, true);
        tier.story();
        const ExpertCounters first = tier.store().counters();
        tier.story();
        const ExpertCounters second = tier.store().counters() - first;
        QCOMPARE(second.file_experts, std::uint64_t{0});
        QCOMPARE(second.from_memory, second.lookups);
        QCOMPARE(tier.store().memory().loaded_bytes, first.file_bytes);
    }

    void an_arena_gives_the_same_bits_while_it_is_loading() {
        for (const std::filesystem::path& path : {kBuiltInModel, kTinyModel}) {
            TierHarness tier(path);
            tier.use(std::make_unique<MappedExperts>(tier.model().experts()));
            const std::vector<float> expected = tier.story();
            for (const int threads : {1, 6}) {
                ArenaExperts::Options options;
                options.io_threads = threads;
                auto arena = *ArenaExperts::create(tier.file(), tier.model().experts(), options);
                ArenaExperts& store = *arena;
                tier.use(std::move(arena));
                QVERIFY(tier.story() == expected);
                QVERIFY(store.wait_until_loaded().has_value());
                QCOMPARE(store.memory().loaded_bytes, tier.model().experts().total_bytes());
                QVERIFY(tier.story() == expected);
            }
        }
    }

    void pages_that_are_asked_for_ahead_give_the_same_bits() {
        TierHarness tier(kBuiltInModel);
        tier.use(std::make_unique<MappedExperts>(tier.model().experts()));
        const std::vector<float> expected = tier.story();
        tier.use(std::make_unique<MappedExperts>(tier.model().experts(), 3));
        QVERIFY(tier.story() == expected);
        QVERIFY(tier.store().counters().early_experts > 0);
    }

    void uses_are_noted_in_a_profile() {
        TierHarness tier(kBuiltInModel);
        ExpertProfile profile(tier.model().experts().layer_count(), tier.model().experts().expert_count());
        tier.use_budget(std::uint64_t{1} << 30, 2, false);
        tier.store().note_uses_in(&profile);
        const std::vector<std::int32_t> experts{2, 5};
        ExpertRequest request(tier.store());
        request.begin(1, experts);
        QVERIFY((profile.ranking() == std::vector<ExpertId>{{1, 2}, {1, 5}}));
    }

    void the_hottest_experts_stay() {
        TierHarness tier(kBuiltInModel);
        std::vector<ExpertId> hottest;
        for (std::size_t expert = 0; expert < 6; ++expert) {
            hottest.push_back({3, expert});
        }
        tier.use_budget(tier.model().experts().total_bytes() / 4, 2, false, hottest);
        while (tier.store().memory().loading) {
            std::this_thread::yield();
        }
        tier.story();
        const ExpertCounters before = tier.store().counters();
        ExpertRequest request(tier.store());
        const std::vector<std::int32_t> experts{0, 1, 2, 3, 4, 5};
        request.begin(3, experts);
        QCOMPARE(request.next()->size(), experts.size());
        QCOMPARE((tier.store().counters() - before).from_memory, std::uint64_t{6});
    }

    void a_wrong_guess_is_the_first_to_go() {
        TierHarness tier(kBuiltInModel);
        tier.use_budget(tier.model().experts().total_bytes() / 4, 2, true);
        tier.story();  // no slot is free any more
        const auto use = [&](std::size_t layer, const std::vector<std::int32_t>& experts) {
            const ExpertCounters before = tier.store().counters();
            ExpertRequest request(tier.store());
            request.begin(layer, experts);
            while (!request.next()->empty()) {
            }
            return (tier.store().counters() - before).from_memory;
        };
        const std::vector<std::int32_t> guessed{10, 11, 12, 13};
        const ExpertCounters before = tier.store().counters();
        tier.store().prefetch(5, guessed);
        const std::uint64_t asked = (tier.store().counters() - before).early_experts;
        QVERIFY2(asked > 0, "all of them are in memory already");
        while ((tier.store().counters() - before).file_experts < asked) {
            std::this_thread::yield();
        }
        use(5, {20});
        std::uint64_t others = 0;
        for (std::int32_t expert = 0; others < asked; ++expert) {
            others += 1 - use(6, {expert});
        }
        QVERIFY(use(5, guessed) <= guessed.size() - asked);
    }

    void a_file_that_became_shorter_is_an_error_and_nothing_else() {
        const QTemporaryDir folder;
        const std::filesystem::path copy = std::filesystem::path(folder.path().toStdString()) / "model.gguf";
        std::filesystem::copy_file(kBuiltInModel, copy);
        TierHarness tier(copy);
        tier.use_budget(tier.model().experts().total_bytes() / 3, 4, true);
        const std::vector<std::int32_t> ids = some_tokens(20, tier.model().config().vocab_size);
        QVERIFY(tier.window(ids).has_value());
        tier.commit(ids.size());
        // Dense weights are mapped, so only what holds experts may go: all behind the first expert tensor that is cut
        // here must be experts that are not in memory yet.
        ExpertRequest request(tier.store());
        std::uint64_t first = std::filesystem::file_size(copy);
        std::size_t layer = 0;
        for (std::size_t i = 0; i < tier.model().experts().layer_count(); ++i) {
            if (const std::uint64_t offset = tier.model().experts().tensor(i, 0).file_offset; offset < first) {
                first = offset;
                layer = i;
            }
        }
        std::filesystem::resize_file(copy, first);
        std::vector<std::int32_t> experts(tier.model().experts().expert_count());
        std::iota(experts.begin(), experts.end(), 0);
        request.begin(layer, experts);
        for (;;) {
            const auto group = request.next();
            if (!group) {
                QCOMPARE(group.error().code, ErrorCode::io_error);
                QVERIFY2(group.error().message.find("model.gguf") != std::string::npos, group.error().message.c_str());
                break;
            }
            QVERIFY2(!group->empty(), "the experts that are gone were handed out");
        }
        // The file comes back, and so do the experts.
        std::filesystem::copy_file(kBuiltInModel, std::filesystem::path(copy).replace_extension("whole"));
        std::ifstream whole(kBuiltInModel, std::ios::binary);
        std::string bytes((std::istreambuf_iterator<char>(whole)), std::istreambuf_iterator<char>());
        std::fstream again(copy, std::ios::binary | std::ios::in | std::ios::out);
        again.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        again.close();
        request.begin(layer, experts);
        std::size_t handed_out = 0;
        for (;;) {
            const auto group = request.next();
            QVERIFY2(group.has_value(), group ? "" : group.error().message.c_str());
            if (group->empty()) {
                break;
            }
            handed_out += group->size();
        }
        QCOMPARE(handed_out, experts.size());
    }

    void holds_of_two_requests_do_not_disturb_each_other() {
        TierHarness tier(kBuiltInModel);
        tier.use_budget(tier.model().experts().total_bytes() / 2, 3, true);
        const std::vector<std::int32_t> few{1, 4, 7}, more{4, 7, 9};
        ExpertRequest one(tier.store()), two(tier.store());
        one.begin(2, few);
        std::size_t held = 0;
        std::vector<const std::byte*> places;
        held = one.next()->size();
        two.begin(2, more);
        while (!two.next()->empty()) {
        }
        QVERIFY(held >= 1);
        while (!one.next()->empty()) {
        }
    }
};

STRATA_TEST(ExpertTiersTest);

#include "expert_tiers_test.moc"
