#include <QtTest/QtTest>

#include <QAbstractButton>
#include <QAccessible>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>

#include "support/test_registry.h"
#include "ui/downloads/download_bar.h"
#include "ui/downloads/download_dialog.h"
#include "ui/downloads/download_text.h"
#include "ui/style/theme.h"

using namespace strata::app;
using namespace strata::ui;

namespace {

DownloadState stateOf(DownloadPhase phase) {
    DownloadState state;
    DownloadFile file;
    file.file.path = "x/model-00001-of-00002.gguf";
    file.phase = phase;
    file.bytes_done = 38'200'000'000;
    file.bytes_total = 70'000'000'000;
    state.files = {file, file};
    state.current = 0;
    state.phase = phase;
    state.bytes_done = 38'200'000'000;
    state.bytes_total = 140'000'000'000;
    return state;
}

DownloadState troubled(DownloadTrouble trouble, DownloadPhase phase, int next_try = 30) {
    DownloadState state = stateOf(phase);
    DownloadProblem problem;
    problem.trouble = trouble;
    problem.place = "D:";
    problem.reason = "why";
    problem.http_status = 403;
    state.problem = problem;
    if (phase == DownloadPhase::waiting) {
        state.next_try_seconds = next_try;
    }
    return state;
}

template <class T>
T* find(const QWidget& widget, const char* name) {
    return widget.findChild<T*>(QLatin1String(name));
}

}  // namespace

class DownloadDialogTest : public QObject {
    Q_OBJECT

    Theme theme_{ThemeChoice::light};

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void the_line_says_how_far_it_is_and_how_long_it_takes() {
        DownloadState state = stateOf(DownloadPhase::reading);
        QCOMPARE(downloadLine(state), QString::fromUtf8("Downloading: 38.2 GB of 140.0 GB, –, – left"));
        state.bytes_per_second = 25e6;
        state.seconds_left = 4'100;
        QCOMPARE(downloadLine(state), QString("Downloading: 38.2 GB of 140.0 GB, 25 MB/s, about 68 min left"));
    }

    void every_trouble_has_words_data() {
        QTest::addColumn<DownloadTrouble>("trouble");
        for (int i = 0; i <= static_cast<int>(DownloadTrouble::bad_path); ++i) {
            QTest::addRow("%d", i) << static_cast<DownloadTrouble>(i);
        }
    }

    void every_trouble_has_words() {
        QFETCH(DownloadTrouble, trouble);
        const QString text = downloadProblemText(troubled(trouble, DownloadPhase::waiting));
        QVERIFY(text.size() > 20);
        QVERIFY(!text.contains('%'));
    }

    void the_bar_is_there_only_while_something_is_open() {
        DownloadBar bar(&theme_);
        bar.showState({});
        QVERIFY(!bar.isVisibleTo(nullptr));
        bar.showState(stateOf(DownloadPhase::paused));
        QVERIFY(!bar.isHidden());
        QSignalSpy resume(&bar, &DownloadBar::resumeWanted);
        find<QAbstractButton>(bar, "downloadBarPauseButton")->click();
        QCOMPARE(resume.size(), 1);
        bar.showState(stateOf(DownloadPhase::reading));
        QSignalSpy pause(&bar, &DownloadBar::pauseWanted);
        find<QAbstractButton>(bar, "downloadBarPauseButton")->click();
        QCOMPARE(pause.size(), 1);
        QSignalSpy details(&bar, &DownloadBar::detailsWanted);
        QTest::mouseClick(&bar, Qt::LeftButton, {}, QPoint(20, bar.height() / 2));
        QCOMPARE(details.size(), 1);
    }

    void a_problem_comes_with_the_button_that_mends_it() {
        DownloadDialog dialog(&theme_);
        auto* const retry = find<QAbstractButton>(dialog, "downloadRetryButton");
        dialog.showState(stateOf(DownloadPhase::reading));
        QVERIFY(retry->isHidden());
        dialog.showState(troubled(DownloadTrouble::no_network, DownloadPhase::waiting));
        QCOMPARE(retry->text(), QString("Try now"));
        QVERIFY(find<QLabel>(dialog, "downloadProblem")->text().contains("30 s"));
        QSignalSpy tried(&dialog, &DownloadDialog::retryWanted);
        retry->click();
        QCOMPARE(tried.size(), 1);
        dialog.showState(troubled(DownloadTrouble::changed, DownloadPhase::stopped));
        QCOMPARE(retry->text(), QString("Get the new one"));
        QSignalSpy renewed(&dialog, &DownloadDialog::newFileWanted);
        retry->click();
        QCOMPARE(renewed.size(), 1);
        dialog.showState(troubled(DownloadTrouble::wrong_sum, DownloadPhase::stopped));
        QCOMPARE(retry->text(), QString("Repair"));
        dialog.showState(troubled(DownloadTrouble::insecure, DownloadPhase::waiting));
        QVERIFY(retry->isHidden());
        dialog.showState(troubled(DownloadTrouble::web_page, DownloadPhase::waiting));
        QVERIFY(!find<QAbstractButton>(dialog, "downloadBrowserButton")->isHidden());
    }

    void removing_takes_two_presses() {
        DownloadDialog dialog(&theme_);
        dialog.showState(stateOf(DownloadPhase::reading));
        QSignalSpy removed(&dialog, &DownloadDialog::removeWanted);
        auto* const remove = find<QAbstractButton>(dialog, "downloadRemoveButton");
        remove->click();
        QCOMPARE(removed.size(), 0);
        QCOMPARE(remove->text(), QString("Remove, with what has arrived"));
        remove->click();
        QCOMPARE(removed.size(), 1);
    }

    void each_problem_has_its_other_way() {
        DownloadDialog dialog(&theme_);
        dialog.show();
        const QSignalSpy import(&dialog, &DownloadDialog::importWanted);
        const QSignalSpy proxy(&dialog, &DownloadDialog::proxySettingsWanted);
        const QSignalSpy folder(&dialog, &DownloadDialog::folderWanted);
        auto* const elsewhere = find<QAbstractButton>(dialog, "downloadElsewhereButton");
        for (const DownloadTrouble trouble : {DownloadTrouble::refused, DownloadTrouble::proxy,
                                              DownloadTrouble::disk_full, DownloadTrouble::disk_fat}) {
            dialog.showState(troubled(trouble, DownloadPhase::stopped));
            QVERIFY(elsewhere->isVisible());
            elsewhere->click();
        }
        QCOMPARE(import.count(), 1);
        QCOMPARE(proxy.count(), 1);
        QCOMPARE(folder.count(), 2);
        dialog.showState(troubled(DownloadTrouble::changed, DownloadPhase::stopped));
        QVERIFY(!elsewhere->isVisible());
    }

    void a_limit_that_is_set_elsewhere_is_shown() {
        DownloadDialog dialog(&theme_);
        auto* const limit = find<QComboBox>(dialog, "downloadLimit");
        dialog.showLimit(10);
        QCOMPARE(limit->currentText(), QString("10 MB/s"));
        dialog.showLimit(7);
        QCOMPARE(limit->currentText(), QString("7 MB/s"));
    }

    void every_control_has_a_name() {
        DownloadDialog dialog(&theme_);
        dialog.showState(troubled(DownloadTrouble::web_page, DownloadPhase::waiting));
        for (QWidget* const widget : dialog.findChildren<QWidget*>()) {
            // The list of a combo box is a window of its own.
            if (widget->focusPolicy() == Qt::NoFocus || widget->isHidden() || widget->window() != &dialog) {
                continue;
            }
            const auto* const face = QAccessible::queryAccessibleInterface(widget);
            QVERIFY2(!face->text(QAccessible::Name).isEmpty(),
                     qPrintable(QString::fromLatin1(widget->metaObject()->className()) + widget->objectName()));
        }
    }
};

STRATA_TEST(DownloadDialogTest);

#include "download_dialog_test.moc"
