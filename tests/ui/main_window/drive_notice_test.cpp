#include "ui/main_window/drive_notice.h"

#include <QtTest/QtTest>

#include <atomic>

#include <QLabel>

#include "support/test_registry.h"
#include "support/test_window.h"

using namespace strata;
using namespace strata::testing;
using namespace strata::ui;

namespace {

/// A window whose model lies on a drive that is connected or not.
struct Bench {
    Bench()
        : window(
              [this](const LoadOptions&, const LoadProgress&) -> Result<std::unique_ptr<Engine>> {
                  if (!connected) {
                      return tl::unexpected(Error{ErrorCode::io_error, "cannot be opened"});
                  }
                  return std::make_unique<ScriptedEngine>(std::vector{answering({"Hello"})});
              },
              app::ModelChoice{"E:/models/a.gguf", false}),
          notice({&window.model, window.window.notices(), [this] { window.model.load(); }, [this] { ++chosen; }},
                 [this](const QString& path) {
                     return path.startsWith("E:") && !connected ? std::optional(QString("E:")) : std::nullopt;
                 }) {
        notice.look();
    }

    std::atomic<bool> connected = false;
    int chosen = 0;
    TestWindow window;
    DriveNotice notice;
};

}  // namespace

class DriveNoticeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_missing_drive_is_named_and_its_return_is_told() {
        Bench bench;
        QTRY_VERIFY(bench.window.told().contains("(E:) is not connected"));
        bench.window.pressOnNotice("Other folder");
        QCOMPARE(bench.chosen, 1);
        bench.connected = true;
        bench.notice.look();
        QTRY_VERIFY(bench.window.told().contains("(E:) is back"));
        bench.window.pressOnNotice("Load the model");
        QTRY_VERIFY(bench.window.model.isReady());
        QVERIFY(bench.window.told().isEmpty());
    }

    void trying_again_goes_on_when_the_drive_is_there() {
        Bench bench;
        QTRY_VERIFY(bench.window.told().contains("is not connected"));
        bench.connected = true;
        bench.window.pressOnNotice("Try again");
        QTRY_VERIFY(bench.window.model.isReady());
        QTRY_VERIFY(bench.window.told().isEmpty());
    }
};

STRATA_TEST(DriveNoticeTest);

#include "drive_notice_test.moc"
