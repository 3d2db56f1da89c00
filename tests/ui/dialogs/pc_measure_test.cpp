#include "ui/dialogs/pc_measure.h"

#include <QtTest/QtTest>

#include <map>

#include <QLabel>
#include <QPushButton>

#include "support/scripted_engine.h"
#include "support/test_registry.h"
#include "ui/dialogs/measure_dialog.h"
#include "ui/style/theme.h"

using namespace strata;
using namespace strata::testing;
using namespace strata::ui;

namespace {

/// A PC on which the model is as fast as this table says for each number of threads.
struct Bench {
    explicit Bench(std::map<int, double> pieces_per_second, std::shared_ptr<Gate> gate = nullptr)
        : speeds(std::move(pieces_per_second)),
          door(std::move(gate)),
          engine([this](const LoadOptions& options, const LoadProgress&) -> Result<std::unique_ptr<Engine>> {
              const auto speed = speeds.find(options.threads);
              if (speed == speeds.end()) {
                  return tl::unexpected(Error{ErrorCode::invalid_argument, "not so many threads"});
              }
              GenerationSummary summary;
              summary.prompt_tokens = summary.generated_tokens = 1'000;
              const double gain = options.limits.short_read == 0 ? short_read_gain : 1;
              const std::chrono::microseconds time(static_cast<qint64>(1e9 / (speed->second * gain)));
              summary.prompt_time = summary.decode_time = summary.first_token_time = time;
              Script script;
              script.event(Resumed{}).text("Once");
              if (door && options.threads != 0) {
                  script.waitAt(door);
              }
              script.summary(summary);
              return std::make_unique<ScriptedEngine>(std::vector{script});
          }),
          measure({&engine, [this] { return setting; }, [this](const PcMeasure::Setting& wanted) { use(wanted); }},
                  {{0, 4, 2}, {0, 64}}) {
        use({});
    }

    void use(const PcMeasure::Setting& wanted) {
        setting = wanted;
        LoadOptions options;
        options.threads = wanted.threads;
        options.limits.short_read = wanted.short_read;
        engine.load(options);
    }

    std::map<int, double> speeds;
    std::shared_ptr<Gate> door;
    PcMeasure::Setting setting;
    double short_read_gain = 1;  ///< how many times faster it is if short prompts are read at once
    app::EngineThread engine;
    PcMeasure measure;
};

}  // namespace

class PcMeasureTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keeps_what_is_clearly_faster_and_says_before_and_after() {
        Bench bench({{0, 100}, {4, 80}, {2, 150}});
        const Theme theme(ThemeChoice::light);
        MeasureDialog dialog(&theme, &bench.measure);
        dialog.findChild<QPushButton*>("measureStartButton")->click();
        QTRY_COMPARE(bench.measure.state(), PcMeasure::State::done);
        QCOMPARE(bench.setting.threads, 2);
        QCOMPARE(bench.measure.speeds().size(), std::size_t(5));
        QCOMPARE(bench.measure.count(), 5);
        const QString result = dialog.findChild<QLabel*>("measureResult")->text();
        QVERIFY2(result.startsWith("Before: reads 100") && result.contains("Now: reads 150"), qPrintable(result));
    }

    void what_is_hardly_faster_changes_nothing() {
        Bench bench({{0, 100}, {4, 102}, {2, 90}});
        bench.measure.start();
        QTRY_COMPARE(bench.measure.state(), PcMeasure::State::done);
        QCOMPARE(bench.setting.threads, 0);
    }

    void how_short_messages_are_read_is_tried_with_the_best_number_of_threads() {
        Bench bench({{0, 100}, {4, 80}, {2, 150}});
        bench.short_read_gain = 1.2;
        bench.measure.start();
        QTRY_COMPARE(bench.measure.state(), PcMeasure::State::done);
        QVERIFY((bench.setting == PcMeasure::Setting{2, 0}));
    }

    void a_setting_that_does_not_work_is_left_out() {
        Bench bench({{0, 100}, {2, 200}});
        bench.measure.start();
        QTRY_COMPARE(bench.measure.state(), PcMeasure::State::done);
        QCOMPARE(bench.setting.threads, 2);
        QCOMPARE(bench.measure.speeds()[1].writes, 0.0);
    }

    void closing_the_dialog_puts_everything_back() {
        Bench bench({{0, 100}, {4, 300}, {2, 300}}, std::make_shared<Gate>());
        const Theme theme(ThemeChoice::light);
        {
            MeasureDialog dialog(&theme, &bench.measure);
            bench.measure.start();
            QTRY_COMPARE(bench.setting.threads, 4);
        }
        QCOMPARE(bench.measure.state(), PcMeasure::State::cancelled);
        QCOMPARE(bench.setting.threads, 0);
    }

    void a_pc_with_few_processors_has_few_candidates() {
        QCOMPARE(PcMeasure::candidatesFor(1).threads, (std::vector{0, 1}));
        QCOMPARE(PcMeasure::candidatesFor(8).threads, (std::vector{0, 8, 7, 4}));
    }
};

STRATA_TEST(PcMeasureTest);

#include "pc_measure_test.moc"
