#include <array>
#include <cstring>
#include <filesystem>
#include <memory>
#include <numeric>
#include <QTemporaryDir>
#include <QtTest/QtTest>
#include <string>
#include <vector>

#include "gguf/gguf_file.h"
#include "gguf/gguf_writer.h"
#include "memory/arena_experts.h"
#include "memory/cached_experts.h"
#include "support/test_registry.h"

using namespace strata;

namespace {

constexpr std::size_t kExperts = 24, kRows = 130, kColumns = 1056;  // of Q8_0: rows of 1,122 bytes, parts of 145,860

/// A file with experts so large that they are read straight into place; not a model, only its experts.
class LargeExperts {
public:
    LargeExperts() {
        GgufWriter writer;
        writer.add_string("general.architecture", "none");
        const std::array<std::uint64_t, 3> dims{kColumns, kRows, kExperts};
        for (const char* name : {"a.gate", "a.up", "a.down", "b.gate", "b.up", "b.down"}) {
            writer.add_tensor(name, QuantType::Q8_0, dims, 33 * 34, [this](std::uint64_t, std::span<std::byte> out) {
                for (std::byte& byte : out) {
                    state_ = state_ * 1664525U + 1013904223U;
                    byte = static_cast<std::byte>(state_ >> 24);
                }
                return Result<void>();
            });
        }
        if (const auto written = writer.write(path()); !written) {
            qFatal("%s", written.error().message.c_str());
        }
        file_ = std::make_unique<GgufFile>(*GgufFile::open(path()));
        std::vector<ExpertLayout::Layer> layers(2);
        for (const TensorInfo& tensor : file_->tensors()) {
            const WeightMatrix matrix{tensor.type, file_->tensor_bytes(tensor).data(),
                                      tensor.bytes / tensor.row_count(), tensor.row_count(), kColumns};
            layers[tensor.name[0] == 'a' ? 0 : 1].parts.push_back({matrix, tensor.shard, tensor.file_offset});
        }
        layout_ = ExpertLayout(kExperts, std::move(layers));
    }

    std::filesystem::path path() const { return std::filesystem::path(folder_.path().toStdString()) / "experts.gguf"; }
    const GgufFile& file() const { return *file_; }
    const ExpertLayout& layout() const { return layout_; }

    bool is_right(const ExpertStore& store, std::size_t layer, std::size_t expert) const {
        const ExpertWeights got = store.expert(layer, expert);
        const ExpertWeights want = layout_.weights(layer, layout_.mapped(layer, expert));
        const auto same = [](const WeightMatrix& a, const WeightMatrix& b) {
            return a.rows == b.rows && a.bytes() == b.bytes() && a.data != b.data &&
                   std::memcmp(a.data, b.data, a.bytes()) == 0;
        };
        return same(got.gate, want.gate) && same(got.up, want.up) && same(got.down, want.down);
    }

private:
    QTemporaryDir folder_;
    std::uint32_t state_ = 1;
    std::unique_ptr<GgufFile> file_;
    ExpertLayout layout_;
};

}  // namespace

class LargePartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_budget_hands_out_the_files_bytes() {
        const LargeExperts model;
        CachedExperts::Options options;
        options.experts_per_token = 3;
        options.io_threads = 3;
        const auto store = CachedExperts::create(model.file(), model.layout(), options);
        QVERIFY(store.has_value());
        std::vector<std::int32_t> all(kExperts);
        std::iota(all.begin(), all.end(), 0);
        ExpertRequest request(**store);
        for (const std::size_t layer : {0, 1, 1, 0}) {
            request.begin(layer, all);
            std::size_t seen = 0, groups = 0;
            for (auto group = request.next(); !group->empty(); group = request.next(), ++groups) {
                QVERIFY(group.has_value());
                for (const std::size_t place : *group) {
                    QVERIFY(model.is_right(**store, layer, static_cast<std::size_t>(all[place])));
                }
                seen += group->size();
            }
            QCOMPARE(seen, kExperts);
            QVERIFY(groups >= 4);  // 24 experts through 6 slots
        }
    }

    void an_arena_hands_out_the_files_bytes_while_it_is_loading() {
        const LargeExperts model;
        for (const int threads : {1, 2, 8}) {
            ArenaExperts::Options options;
            options.io_threads = threads;
            const auto store = ArenaExperts::create(model.file(), model.layout(), options);
            QVERIFY(store.has_value());
            ExpertRequest request(**store);
            // The last ones first: loading ahead begins at the other end.
            const std::vector<std::int32_t> some{0, 3, 4, 23};
            for (const std::size_t layer : {1, 0}) {
                request.begin(layer, some);
                std::size_t seen = 0;
                for (auto group = request.next(); !group->empty(); group = request.next()) {
                    for (const std::size_t place : *group) {
                        QVERIFY(model.is_right(**store, layer, static_cast<std::size_t>(some[place])));
                    }
                    seen += group->size();
                }
                QCOMPARE(seen, some.size());
            }
            QVERIFY((*store)->wait_until_loaded().has_value());
            const ExpertMemory memory = (*store)->memory();
            QCOMPARE(memory.loaded_bytes, model.layout().total_bytes());
            QVERIFY(!memory.loading);
            QCOMPARE((*store)->counters().file_experts, std::uint64_t{2 * kExperts});
            QCOMPARE((*store)->counters().file_bytes, model.layout().total_bytes());
            for (std::size_t expert = 0; expert < kExperts; ++expert) {
                QVERIFY(model.is_right(**store, 0, expert) && model.is_right(**store, 1, expert));
            }
        }
    }

    void an_arena_can_be_given_up_while_it_is_loading() {
        const LargeExperts model;
        for (int i = 0; i < 20; ++i) {
            QVERIFY(ArenaExperts::create(model.file(), model.layout(), {}).has_value());
        }
    }

    void an_arena_of_a_file_that_became_shorter_fails_with_words() {
        const LargeExperts model;
        const std::uint64_t size = std::filesystem::file_size(model.path());
        const auto opened = *GgufFile::open(model.path());
        std::filesystem::resize_file(model.path(), size / 2);
        const auto store = ArenaExperts::create(opened, model.layout(), {});
        QVERIFY(store.has_value());
        const auto loaded = (*store)->wait_until_loaded();
        QVERIFY(!loaded);
        QVERIFY2(loaded.error().message.find("experts.gguf") != std::string::npos, loaded.error().message.c_str());
        QVERIFY(!(*store)->memory().problem.empty());
        ExpertRequest request(**store);
        const std::vector<std::int32_t> last{kExperts - 1};
        request.begin(1, last);
        const auto group = request.next();
        QVERIFY(!group);
        QCOMPARE(group.error().code, ErrorCode::io_error);
        // What still is there can be had.
        request.begin(0, std::vector<std::int32_t>{0});
        QVERIFY(request.next().has_value());
    }

    void a_file_in_place_of_the_opened_one_is_refused() {
        const LargeExperts model;
        const std::filesystem::path other = std::filesystem::path(model.path()).replace_extension("other");
        std::filesystem::copy_file(model.path(), other);
        std::filesystem::rename(other, model.path());
        const auto store = ArenaExperts::create(model.file(), model.layout(), {});
        QVERIFY(!store);
        QVERIFY(store.error().message.find("another file") != std::string::npos);
    }
};

STRATA_TEST(LargePartsTest);

#include "large_parts_test.moc"
