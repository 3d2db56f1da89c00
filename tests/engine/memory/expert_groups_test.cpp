#include <algorithm>
#include <filesystem>
#include <memory>
#include <QtTest/QtTest>
#include <set>
#include <vector>

#include "gguf/gguf_file.h"
#include "memory/expert_store.h"
#include "model/forward_pass.h"
#include "support/model_harness.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;

namespace {

const std::filesystem::path kBuiltInModel = STRATA_RESOURCES "/models/strata-mini-q4_k_s.gguf";

/// Hands out a batch in groups of changing sizes, from its end and from its beginning in turn, and checks that what is
/// asked for is held.
class DripStore : public ExpertStore {
public:
    DripStore(const ExpertLayout& layout, std::size_t most) : ExpertStore(layout), most_(most) {}

    ExpertWeights expert(std::size_t layer, std::size_t index) const override {
        if (held_.count(index) == 0) {
            qFatal("expert %zu is not held", index);
        }
        return layout().weights(layer, layout().mapped(layer, index));
    }
    void begin(ExpertDemand&) override { ++batches_; }
    Result<void> next(ExpertDemand& demand) override {
        release(demand);
        const std::size_t count = std::min(demand.waiting.size(), 1 + ++turn_ % most_);
        const auto begin =
            turn_ % 2 == 0 ? demand.waiting.begin() : demand.waiting.end() - static_cast<std::ptrdiff_t>(count);
        demand.group.assign(begin, begin + static_cast<std::ptrdiff_t>(count));
        demand.waiting.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
        for (const std::size_t place : demand.group) {
            held_.insert(static_cast<std::size_t>(demand.experts[place]));
        }
        return {};
    }
    void end(ExpertDemand& demand) override {
        release(demand);
        --batches_;
    }

    ExpertCounters counters() const override { return {}; }
    ExpertMemory memory() const override { return {}; }

    std::size_t held() const { return held_.size(); }
    int batches() const { return batches_; }

private:
    void release(ExpertDemand& demand) {
        for (const std::size_t place : demand.group) {
            held_.erase(static_cast<std::size_t>(demand.experts[place]));
        }
        demand.group.clear();
    }

    std::size_t most_;
    std::size_t turn_ = 0;
    int batches_ = 0;
    std::set<std::size_t> held_;
};

std::vector<std::int32_t> some_tokens(std::size_t count) {
    std::vector<std::int32_t> ids;
    std::uint32_t state = 99;
    for (std::size_t i = 0; i < count; ++i) {
        state = state * 1664525U + 1013904223U;
        ids.push_back(static_cast<std::int32_t>((state >> 8) % 4000U));
    }
    return ids;
}

}  // namespace

class ExpertGroupsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_batch_in_groups_gives_the_same_bits() {
        const std::vector<std::int32_t> ids = some_tokens(140);
        ModelHarness whole(kBuiltInModel, detect_cpu_features().best_level(), 2, KvType::int8, 128);
        const std::vector<float> expected = whole.run(ids, {128, 8, 1});

        for (const std::size_t most : {1, 3, 17}) {
            auto model = *Model::open(*GgufFile::open(kBuiltInModel));
            DripStore store(model->experts(), most);
            WorkerPool pool(2);
            auto pass = *ForwardPass::create(*model, Compute{&select_kernels(detect_cpu_features().best_level()), &pool},
                                             store, 128);
            SequenceState sequence = *create_sequence(*model, KvType::int8);
            std::vector<float> logits;
            for (const auto& [begin, count] : {std::pair{0, 128}, {128, 8}, {136, 1}, {137, 1}, {138, 1}, {139, 1}}) {
                const std::vector<std::int32_t> window(ids.begin() + begin, ids.begin() + begin + count);
                QVERIFY(pass->run(window, sequence, LogitRows::all, {}).has_value());
                pass->commit(sequence, window.size());
                for (std::size_t row = 0; row < pass->logits().rows(); ++row) {
                    const float* values = pass->logits().row(row);
                    logits.insert(logits.end(), values, values + pass->logits().columns());
                }
            }
            QVERIFY(logits == expected);
            QCOMPARE(store.held(), std::size_t{0});
            QCOMPARE(store.batches(), 0);
        }
    }

    void what_is_not_worked_through_is_given_back() {
        auto model = *Model::open(*GgufFile::open(kBuiltInModel));
        DripStore store(model->experts(), 4);
        const std::vector<std::int32_t> experts{1, 2, 3, 5, 8};
        {
            ExpertRequest request(store);
            request.begin(0, experts);
            QVERIFY(!request.next()->empty());
            QVERIFY(store.held() > 0);
            request.begin(1, experts);
            QCOMPARE(store.held(), std::size_t{0});
            QCOMPARE(store.batches(), 1);
            QVERIFY(!request.next()->empty());
        }
        QCOMPARE(store.held(), std::size_t{0});
        QCOMPARE(store.batches(), 0);
    }
};

STRATA_TEST(ExpertGroupsTest);

#include "expert_groups_test.moc"
