#include "app/read_ahead.h"

#include <QtTest/QtTest>

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include "support/scripted_engine.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::app;
using strata::testing::loaderOf;

namespace {

constexpr qint64 kMiB = 1 << 20;

/// A model file of zeros; its name has letters from several alphabets.
LoadOptions modelOf(const QTemporaryDir& folder, qint64 bytes) {
    QFile file(folder.filePath("Mödell 模型.gguf"));
    LoadOptions options;
    if (file.open(QIODevice::WriteOnly) && file.resize(bytes)) {
        options.model = QFileInfo(file).filesystemAbsoluteFilePath();
    }
    return options;
}

}  // namespace

class ReadAheadTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reads_the_file_to_its_end_and_then_loads() {
        const QTemporaryDir folder;
        const ReadAhead ahead;
        std::vector<double> fractions;
        const auto loaded = ahead.around([](const LoadOptions& options, const LoadProgress& progress) {
            progress({"Opening", 0.5});
            return loaderOf({})(options, progress);
        })(modelOf(folder, 10 * kMiB), [&](const LoadStep& step) {
            fractions.push_back(step.fraction);
            return true;
        });
        QVERIFY(loaded.has_value());
        QCOMPARE(ahead.bytes(), (ReadAhead::Bytes{10 * kMiB, 10 * kMiB}));
        QVERIFY(std::is_sorted(fractions.begin(), fractions.end()));
        QVERIFY(fractions.size() >= 4);  // three pieces and the engine's own
        QCOMPARE(fractions[2], 0.9);     // the file is read
    }

    void giving_up_ends_it_before_the_engine_begins() {
        const QTemporaryDir folder;
        const ReadAhead ahead;
        bool began = false;
        const auto loaded = ahead.around([&](const LoadOptions& options, const LoadProgress& progress) {
            began = true;
            return loaderOf({})(options, progress);
        })(modelOf(folder, 10 * kMiB), [](const LoadStep&) { return false; });
        QVERIFY(!loaded.has_value());
        QVERIFY(!began);
        QVERIFY(ahead.bytes().done < 10 * kMiB);
    }

    void a_file_that_is_not_there_is_the_engines_to_tell() {
        const ReadAhead ahead;
        LoadOptions options;
        options.model = "/nowhere/model.gguf";
        const auto loaded =
            ahead.around([](const LoadOptions&, const LoadProgress&) -> Result<std::unique_ptr<Engine>> {
                return tl::unexpected(Error{ErrorCode::not_found, "no such file"});
            })(options, [](const LoadStep&) { return true; });
        QVERIFY(!loaded.has_value());
        QCOMPARE(loaded.error().code, ErrorCode::not_found);
        QCOMPARE(ahead.bytes(), ReadAhead::Bytes{});
    }

    void what_does_not_fit_into_memory_is_not_read_ahead() {
        constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
        QVERIFY(ReadAhead::fits(34 * kGiB, 40 * kGiB));
        QVERIFY(!ReadAhead::fits(34 * kGiB, 34 * kGiB));
        QVERIFY(!ReadAhead::fits(1, 0));
    }
};

STRATA_TEST(ReadAheadTest);

#include "read_ahead_test.moc"
