#include "ui/main_window/memory_notice.h"

#include <QtTest/QtTest>

#include <condition_variable>
#include <memory>
#include <mutex>

#include <QLabel>
#include <QTemporaryDir>

#include "support/test_registry.h"
#include "support/test_window.h"

using namespace strata;
using namespace strata::testing;
using namespace strata::ui;

namespace {

constexpr qint64 kModelBytes = 5'000'000;

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

/// A window whose model is a file of five megabytes, on a PC with as much memory as a test says.
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
                 {[this] { return memory; },
                  [] {
                      return std::vector<app::ProgramMemory>{{"game", 9}, {"browser", 4}};
                  }}) {
        window.model.load();
    }

    QString modelFile() const {
        QFile file(folder.filePath("large.gguf"));
        static_cast<void>(file.open(QIODevice::WriteOnly));
        file.resize(kModelBytes);
        return file.fileName();
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

    void trying_again_goes_on_when_programs_were_closed() {
        Bench bench(free(2'000'000));
        QTRY_VERIFY(bench.window.told().contains("memory is free"));
        QTRY_VERIFY(bench.window.model.isOff());
        bench.memory = free(50'000'000);
        bench.gate->open();
        bench.window.pressOnNotice("Try again");
        QTRY_VERIFY(bench.window.model.isReady());
    }

    void the_person_may_load_it_all_the_same() {
        Bench bench(free(2'000'000));
        QTRY_VERIFY(bench.window.told().contains("memory is free"));
        QTRY_VERIFY(bench.window.model.isOff());
        bench.window.pressOnNotice("Load it anyway (slow)");
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
