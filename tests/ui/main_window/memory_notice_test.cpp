#include "ui/main_window/memory_notice.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>

#include "support/test_registry.h"
#include "support/test_window.h"

using namespace strata;
using namespace strata::testing;
using namespace strata::ui;

namespace {

constexpr quint64 kModelBytes = 5'000'000;
constexpr quint64 kLeastBytes = 1'000'000;  ///< of it, what must lie in memory

/// A load that goes on until it is told to end or is cancelled.
class LoadGate {
public:
    void open() {
        const std::lock_guard lock(mutex_);
        open_ = true;
        changed_.notify_all();
    }
    /// False: given up.
    bool pass(const LoadProgress& progress) {
        std::unique_lock lock(mutex_);
        while (!open_) {
            if (!progress({"reading", 0.1})) {
                return false;
            }
            changed_.wait_for(lock, std::chrono::milliseconds(1));
        }
        return true;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool open_ = false;
};

/// What the engine would say of a model of five megabytes.
std::optional<MemoryNeed> needOf(const LoadOptions&, const app::MemoryUse& memory) {
    MemoryNeed need;
    need.total = kModelBytes;
    need.experts = kModelBytes - kLeastBytes;
    need.fits = *memory.free_bytes >= kLeastBytes;
    need.placement = *memory.free_bytes >= kModelBytes ? ExpertPlacement::arena : ExpertPlacement::budget;
    return need;
}

/// A window whose model takes five megabytes, on a PC with as much memory as a test says.
struct Bench {
    explicit Bench(app::MemoryUse begin)
        : memory(begin),
          window(WindowSetup{.loader = [gate = gate](const LoadOptions&,
                                                     const LoadProgress& progress) -> Result<std::unique_ptr<Engine>> {
                                 if (!gate->pass(progress)) {
                                     return tl::unexpected(Error{ErrorCode::invalid_argument, "given up"});
                                 }
                                 return std::make_unique<ScriptedEngine>(std::vector{answering({"Hello"})});
                             },
                             .choice = app::ModelChoice{modelFile(), false},
                             .loads = false}),
          notice({&window.model, window.window.notices(), [this] { window.model.load(); }, [this] { ++settings; }},
                 {[this] { return memory; }, needOf,
                  [] {
                      return std::vector<app::ProgramMemory>{{"game", 9}, {"browser", 4}};
                  }}) {
        window.model.load();
    }

    QString modelFile() const {
        QFile file(folder.filePath("large.gguf"));
        static_cast<void>(file.open(QIODevice::WriteOnly));
        return file.fileName();
    }

    bool offers(const QString& text) const {
        const auto buttons = window.find("noticeBar")->findChildren<QPushButton*>();
        return std::ranges::any_of(
            buttons, [&](const QPushButton* button) { return button->text() == text && button->isVisible(); });
    }

    const QTemporaryDir folder;
    const std::shared_ptr<LoadGate> gate = std::make_shared<LoadGate>();
    app::MemoryUse memory;
    int settings = 0;
    TestWindow window;
    MemoryNotice notice;
};

app::MemoryUse free(quint64 bytes) {
    return {1'000'000, bytes, 100'000'000};
}

}  // namespace

class MemoryNoticeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_model_without_room_is_not_loaded_and_the_biggest_programs_are_named() {
        Bench bench(free(2'000'000));
        QTRY_VERIFY(bench.window.told().contains("memory is free"));
        QVERIFY(bench.window.told().contains("game") && bench.window.told().contains("browser"));
        QTRY_VERIFY(bench.window.model.isOff());
        bench.window.pressOnNotice("Use a smaller size");
        QCOMPARE(bench.settings, 1);
        QVERIFY(bench.window.told().isEmpty());
    }

    void what_must_lie_in_memory_and_has_no_room_is_not_offered() {
        Bench bench(free(500'000));
        QTRY_VERIFY(bench.window.told().contains("memory is free"));
        QTRY_VERIFY(bench.window.model.isOff());
        QVERIFY(!bench.offers("Low-memory mode"));
        QVERIFY(bench.offers("Use a smaller size"));
    }

    void a_pc_that_is_too_small_anyway_reads_from_the_disk_without_a_word() {
        app::MemoryUse small = free(2'000'000);
        small.all_bytes = 4'000'000;
        Bench bench(small);
        bench.gate->open();
        QTRY_VERIFY(bench.window.model.isReady());
        QVERIFY(bench.window.told().isEmpty());
    }

    void trying_again_goes_on_when_programs_were_closed() {
        Bench bench(free(2'000'000));
        QTRY_VERIFY(bench.window.told().contains("memory is free"));
        QTRY_VERIFY(bench.window.model.isOff());
        bench.memory = free(50'000'000);
        bench.gate->open();
        bench.window.pressOnNotice("Try again");
        QTRY_VERIFY(bench.window.model.isReady());
    }

    void the_person_may_let_it_be_read_from_the_disk() {
        Bench bench(free(2'000'000));
        QTRY_VERIFY(bench.window.told().contains("memory is free"));
        QTRY_VERIFY(bench.window.model.isOff());
        bench.window.pressOnNotice("Low-memory mode");
        bench.gate->open();
        QTRY_VERIFY(bench.window.model.isReady());
    }

    void memory_that_runs_low_is_told_once_until_there_is_room_again() {
        Bench bench(free(50'000'000));
        bench.gate->open();
        QTRY_VERIFY(bench.window.model.isReady());
        bench.memory = free(3'000'000);
        bench.notice.look();
        QTRY_VERIFY(bench.window.told().contains("may become slow"));
        bench.window.pressOnNotice("OK");
        bench.notice.look();
        QVERIFY(bench.window.told().isEmpty());
        bench.memory = free(50'000'000);
        bench.notice.look();
        bench.memory = free(3'000'000);
        bench.notice.look();
        QTRY_VERIFY(bench.window.told().contains("may become slow"));
        bench.window.pressOnNotice("Free the model’s memory");
        QTRY_VERIFY(bench.window.model.isOff());
        QVERIFY(bench.window.told().isEmpty());
    }
};

STRATA_TEST(MemoryNoticeTest);

#include "memory_notice_test.moc"
