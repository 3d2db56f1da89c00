#include "ui/main_window/model_notice.h"

#include <QtTest/QtTest>

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>

#include "support/test_registry.h"
#include "support/test_window.h"
#include "ui/style/notice_bar.h"

using namespace strata;
using namespace strata::testing;
using namespace strata::ui;

namespace {

/// A window whose chosen file is no model; every other one is.
struct Bench {
    explicit Bench(bool built_in = false)
        : window(WindowSetup{.loader = [](const LoadOptions& options,
                                              const LoadProgress& progress) -> Result<std::unique_ptr<Engine>> {
                                 if (options.model.filename() == "tiny.gguf") {
                                     return tl::unexpected(Error{ErrorCode::bad_file, "tiny.gguf: bad-magic"});
                                 }
                                 return loaderOf({answering({"fine"})})(options, progress);
                             },
                             .choice = app::ModelChoice{"/models/tiny.gguf", built_in}}) {}

    NoticeBar* bar() const { return window.find<NoticeBar>("noticeBar"); }
    QPushButton* button(const QString& text) const {
        for (QPushButton* const button : bar()->findChildren<QPushButton*>()) {
            if (button->text() == text && !button->isHidden()) {
                return button;
            }
        }
        return nullptr;
    }

    TestWindow window;
};

}  // namespace

class ModelNoticeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void says_it_plainly_and_keeps_technical_words_behind_details() {
        const Bench bench;
        QTRY_VERIFY(bench.bar()->isVisible());
        QCOMPARE(bench.bar()->text(), QString("The file is damaged, or it is no model."));
        auto* const details = bench.bar()->findChild<QLabel*>("noticeDetails");
        QVERIFY(!details->isVisible());
        bench.button("Details")->click();
        QVERIFY(details->isVisible());
        QVERIFY(details->text().contains("bad-magic"));
        bench.button("Copy details")->click();
        QVERIFY(QGuiApplication::clipboard()->text().contains("bad-magic"));
    }

    void another_file_can_be_chosen() {
        const Bench bench;
        QTRY_VERIFY(bench.bar()->isVisible());
        bench.button("Choose another file…")->click();
        auto* const dialog = bench.window.find<QFileDialog>("modelFileDialog");
        QVERIFY(dialog != nullptr);
        Q_EMIT dialog->fileSelected("/models/other.gguf");
        QTRY_VERIFY(bench.window.model.isReady());
        QVERIFY(!bench.bar()->isVisible());
        QCOMPARE(bench.window.settings.model().model, QString("/models/other.gguf"));
    }

    void the_practice_model_is_offered_instead_of_a_file() {
        const Bench bench;
        QTRY_VERIFY(bench.bar()->isVisible());
        QVERIFY(bench.button("Try again") != nullptr);
        bench.button("Use the practice model")->click();
        QCOMPARE(bench.window.settings.model().model, QString());
    }

    void the_practice_model_is_not_offered_instead_of_itself() {
        const Bench bench(true);
        QTRY_VERIFY(bench.bar()->isVisible());
        QVERIFY(bench.button("Use the practice model") == nullptr);
        QVERIFY(bench.button("Choose another file…") != nullptr);
    }
};

STRATA_TEST(ModelNoticeTest);

#include "model_notice_test.moc"
