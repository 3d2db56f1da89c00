#include "ui/setup/setup_wizard.h"

#include <QtTest/QtTest>

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLineEdit>
#include <QProgressBar>
#include <QScrollArea>
#include <QSignalSpy>

#include "app/hardware/system_judge.h"
#include "support/setup_bench.h"
#include "support/test_registry.h"
#include "ui/setup/check_line_row.h"
#include "ui/setup/choice_card.h"
#include "ui/setup/size_words.h"

using namespace strata;
using namespace strata::ui;
using strata::testing::answering;
using strata::testing::badPc;
using strata::testing::goodPc;
using strata::testing::loaderOf;
using strata::testing::SetupBench;

namespace {

ChoiceCard* card(const SetupBench& bench, const char* id) {
    return bench.find<ChoiceCard>(qPrintable(QStringLiteral("setupSize_") + QLatin1String(id)));
}

void agree(const SetupBench& bench) {
    bench.find<QCheckBox>("setupAgree")->setChecked(true);
}

/// The bench at the trial page, with all files there.
void walkToTrial(SetupBench& bench) {
    bench.goTo(SetupStep::licence);
    agree(bench);
    bench.goOn();
    bench.button("setupDownloadAction")->click();
    bench.downloads.arrive();
    bench.goOn();
    QCOMPARE(bench.wizard->step(), SetupStep::trial);
}

}  // namespace

class SetupWizardTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void pressing_next_five_times_works() {
        SetupBench bench;
        for (int i = 0; i < 5; ++i) {
            bench.goOn();
        }
        QCOMPARE(bench.wizard->step(), SetupStep::licence);
        QVERIFY(!bench.next()->isEnabled());  // until the person agrees
        QVERIFY(bench.downloads.started.empty());
        QVERIFY(!QFileInfo::exists(bench.modelFolder()));
    }

    void walks_from_nothing_to_the_first_question() {
        SetupBench bench;
        const QSignalSpy asked(bench.wizard.get(), &SetupWizard::questionChosen);
        for (int i = 0; i < 5; ++i) {
            bench.goOn();
        }
        agree(bench);
        const app::SetupSettings kept = bench.settings.setup();
        QVERIFY(!kept.licence.isEmpty());
        QVERIFY(QDateTime::fromString(kept.licence_time, Qt::ISODate).isValid());
        bench.goOn();
        QTRY_VERIFY(bench.text("setupDownloadWhat").contains("69 GB"));
        bench.button("setupDownloadAction")->click();
        QCOMPARE(bench.downloads.started.size(), std::size_t{3});  // two files of the model, one for pictures
        QVERIFY(!bench.next()->isEnabled());
        bench.downloads.arrive();
        bench.goOn();
        QTRY_VERIFY(bench.text("setupTrialResult").startsWith("Works."));
        QCOMPARE(bench.used.size(), 1);
        QVERIFY(bench.used[0].endsWith("IQ2_XS-00001-of-00002.gguf"));
        bench.goOn();
        QCOMPARE(bench.wizard->step(), SetupStep::done);
        QVERIFY(!bench.find<QCheckBox>("setupStartWithComputer")->isChecked());
        QVERIFY(!bench.find<QCheckBox>("setupOtherApps")->isChecked());
        QVERIFY(!bench.settings.server().on);
        bench.find<QCheckBox>("setupOtherApps")->click();
        QVERIFY(bench.settings.server().on);
        bench.button("setupQuestion2")->click();
        QCOMPARE(asked.count(), 1);
        QVERIFY(!bench.wizard->isVisible());
        QVERIFY(bench.settings.setup().done);
    }

    void the_chosen_size_is_on_the_screen_also_in_a_small_window() {
        SetupBench bench;
        bench.theme.setZoomPercent(200);
        bench.wizard->resize(640, 480);
        bench.goTo(SetupStep::size);
        bench.setup->chooseSize("orig-IQ3_S");
        bench.goTo(SetupStep::machine);
        bench.goTo(SetupStep::size);
        const auto* const card = bench.find("setupSize_orig-IQ3_S");
        QTRY_VERIFY(!card->visibleRegion().isEmpty());
    }

    void every_page_can_be_closed() {
        SetupBench bench;
        for (int step = 0; step < kSetupSteps; ++step) {
            bench.goTo(static_cast<SetupStep>(step));
            const auto buttons = bench.wizard->findChildren<QPushButton*>();
            const auto closes = [step](const QPushButton* button) {
                return button->isVisible() && (button->text() == "Close" || step == kSetupSteps - 1);
            };
            QVERIFY(std::any_of(buttons.begin(), buttons.end(), closes));
        }
        bench.goTo(SetupStep::size);
        bench.button("setupCloseButton")->click();
        QVERIFY(!bench.wizard->isVisible());
        bench.open();
        QCOMPARE(bench.wizard->step(), SetupStep::size);
    }

    void goes_on_where_it_was_left_data() {
        QTest::addColumn<int>("step");
        for (int step = 0; step < kSetupSteps; ++step) {
            QTest::addRow("step %d", step) << step;
        }
    }
    void goes_on_where_it_was_left() {
        QFETCH(int, step);
        SetupBench bench;
        bench.goTo(SetupStep::size);
        bench.setup->chooseSize("orig-IQ3_XXS");
        bench.goTo(SetupStep::pictures);
        bench.setup->setPictures(false);
        bench.setup->setFolder(bench.folder.filePath("home/elsewhere"));
        bench.setup->setAgreed(true);
        bench.goTo(static_cast<SetupStep>(step));
        bench.wizard->close();
        bench.open();
        QCOMPARE(static_cast<int>(bench.wizard->step()), step);
        QCOMPARE(bench.setup->size()->id, QString("orig-IQ3_XXS"));
        QCOMPARE(bench.settings.setup().pictures, false);
        QCOMPARE(bench.setup->folder(), bench.folder.filePath("home/elsewhere"));
        QVERIFY(bench.setup->isAgreed());
        QVERIFY(!bench.settings.setup().done);
    }

    void going_back_is_always_allowed() {
        SetupBench bench;
        bench.goTo(SetupStep::done);
        for (int step = kSetupSteps - 2; step >= 0; --step) {
            QVERIFY(bench.button("setupBackButton")->isEnabled());
            bench.button("setupBackButton")->click();
            QCOMPARE(static_cast<int>(bench.wizard->step()), step);
        }
    }

    void every_page_offers_the_practice_model() {
        for (int step = 0; step < kSetupSteps - 1; ++step) {
            SetupBench bench;
            const QSignalSpy wanted(bench.wizard.get(), &SetupWizard::practiceWanted);
            bench.goTo(static_cast<SetupStep>(step));
            QVERIFY(bench.button("setupPracticeButton")->isVisible());
            bench.button("setupPracticeButton")->click();
            QCOMPARE(wanted.count(), 1);
            QVERIFY(!bench.wizard->isVisible());
            QVERIFY(bench.settings.setup().done);
            QCOMPARE(static_cast<int>(bench.setup->step()), step);  // "Set up again" goes on here
        }
    }

    void shows_every_line_about_the_pc_and_copies_them() {
        for (const auto pc : {goodPc, badPc}) {
            SetupBench bench(pc);
            bench.goTo(SetupStep::machine);
            const auto lines = bench.setup->lines();
            QCOMPARE(lines.size(), std::size_t{8});
            QTRY_COMPARE(bench.wizard->findChildren<CheckLineRow*>().size(), 8);
            bench.button("setupCopyList")->click();
            const QString copied = QGuiApplication::clipboard()->text();
            for (const app::CheckLine& line : lines) {
                QVERIFY2(copied.contains(line.text), qPrintable(line.text));
                QVERIFY(copied.contains(line.code));
            }
        }
    }

    void a_poor_pc_is_told_so_and_may_go_on() {
        SetupBench bench(badPc);
        bench.goTo(SetupStep::machine);
        QTRY_COMPARE(bench.next()->text(), QString("Continue anyway"));
        QVERIFY(bench.next()->isEnabled());
        bench.goOn();
        QVERIFY(bench.text("setupRisk").contains("No size fits"));
        QVERIFY(!bench.next()->isEnabled());
        card(bench, "orig-Q2_0")->click();
        QVERIFY(bench.text("setupRisk").contains("not started on this PC"));
        bench.find<QCheckBox>("setupAcceptRisk")->click();
        QVERIFY(bench.next()->isEnabled());
    }

    void checks_again_on_demand() {
        SetupBench bench;
        bench.goTo(SetupStep::machine);
        const QSignalSpy ended(&bench.check, &app::SystemCheck::finished);
        bench.button("setupCheckAgain")->click();
        QVERIFY(!bench.button("setupCheckAgain")->isEnabled());
        QTRY_COMPARE(ended.count(), 1);
        QVERIFY(bench.button("setupCheckAgain")->isEnabled());
    }

    void the_recommended_size_is_chosen_and_marked() {
        SetupBench bench;
        bench.goTo(SetupStep::size);
        QVERIFY(card(bench, "orig-IQ2_XS")->isChecked());
        QVERIFY(card(bench, "orig-IQ2_XS")->accessibleName().contains("recommended"));
        QVERIFY(card(bench, "orig-IQ2_XS")->accessibleName().contains("39 to 78"));
        QVERIFY(card(bench, "orig-IQ2_XS")->accessibleName().contains("estimate"));
        QVERIFY(!bench.find<QCheckBox>("setupAcceptRisk")->isVisible());
    }

    void an_engine_without_cards_promises_no_speed() {
        SetupBench bench(goodPc, {}, false);
        bench.goTo(SetupStep::size);
        QVERIFY(!card(bench, "orig-IQ2_XS")->accessibleName().contains("estimate"));
        QVERIFY(card(bench, "orig-IQ2_XS")->accessibleName().contains(QString::fromUtf8("–")));
    }

    void a_tight_choice_needs_one_click_more() {
        static const auto pc = [] {
            app::SystemFacts facts = goodPc();
            facts.hardware.ram_bytes = quint64{56} << 30;
            return facts;
        };
        SetupBench bench(+pc);
        bench.goTo(SetupStep::size);
        card(bench, "orig-IQ3_S")->click();
        QCOMPARE(bench.setup->size()->id, QString("orig-IQ3_S"));
        QVERIFY(!bench.next()->isEnabled());
        QVERIFY(bench.text("setupRisk").contains("62 GB"));
        bench.find<QCheckBox>("setupAcceptRisk")->click();
        QVERIFY(bench.next()->isEnabled());
        card(bench, "orig-Q2_0")->click();
        QVERIFY(bench.next()->isEnabled());
        card(bench, "orig-IQ3_S")->click();
        QVERIFY(!bench.next()->isEnabled());  // accepted once is not accepted for ever
    }

    void other_kinds_and_numbers_unfold() {
        SetupBench bench;
        bench.goTo(SetupStep::size);
        QVERIFY(!card(bench, "coder-IQ1_M")->isVisible());
        bench.button("setupOtherKinds")->click();
        QVERIFY(card(bench, "coder-IQ1_M")->isVisible());
        QVERIFY(card(bench, "coder-IQ1_M")->accessibleName().contains("32 GB"));
        bench.button("setupMoreSizes")->click();
        auto* const context = bench.find<QComboBox>("setupContext");
        QVERIFY(context->isVisible());
        QVERIFY(context->itemText(0).contains("32 K"));
        context->setCurrentIndex(context->findData(65'536));
        Q_EMIT context->activated(context->currentIndex());
        QCOMPARE(bench.settings.model().context_length, 65'536);
    }

    void a_second_size_says_what_it_really_costs() {
        SetupBench bench;
        bench.goTo(SetupStep::size);
        const app::CatalogFile table = *bench.catalog.file("orig-Q2_0-2");
        const QString path = QDir(bench.modelFolder()).filePath(table.place());
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(*table.bytes));
        app::FinishMark mark;
        mark.bytes = *table.bytes;
        mark.sha256 = table.sha256;
        QVERIFY(app::writeFinishMark(app::finishMarkPath(path), mark));
        bench.setup->lookAtFolder();
        QTRY_VERIFY(card(bench, "orig-IQ2_XS")->accessibleName().contains("40 GB more, 29 GB are already here"));
    }

    void pictures_are_proposed_with_a_large_card() {
        SetupBench bench;
        bench.goTo(SetupStep::pictures);
        QVERIFY(bench.find<ChoiceCard>("setupPicturesYes")->isChecked());
        bench.find<ChoiceCard>("setupPicturesNo")->click();
        QVERIFY(!bench.setup->pictures());
        QVERIFY(!bench.settings.pictures().look);
        SetupBench poor(badPc);
        poor.goTo(SetupStep::pictures);
        QVERIFY(poor.find<ChoiceCard>("setupPicturesNo")->isChecked());
    }

    void a_refused_folder_says_why_and_holds_up() {
        SetupBench bench;
        bench.goTo(SetupStep::folder);
        QTRY_VERIFY(bench.next()->isEnabled());
        QVERIFY(bench.text("setupFolderRoom").contains("Free: 400 GB now, 331 GB after"));
        auto* const path = bench.find<QLineEdit>("setupFolder");
        path->setText(bench.places.program + "/models");
        Q_EMIT path->editingFinished();
        QTRY_VERIFY(bench.text("setupFolderVerdict").contains("program's own folder"));
        QVERIFY(!bench.next()->isEnabled());
        path->setText(bench.folder.filePath(QString::fromUtf8("home/Максим 田中")));
        Q_EMIT path->editingFinished();
        QTRY_VERIFY(bench.next()->isEnabled());
    }

    void files_that_somebody_else_on_this_pc_has_are_offered() {
        SetupBench bench;
        bench.goTo(SetupStep::folder);
        QTRY_VERIFY(bench.next()->isEnabled());
        QVERIFY(!bench.button("setupUseNeighbour")->isVisible());
        const QString theirs = bench.folder.filePath("bea/Strata Models");
        bench.downloads.start(bench.setup->files(), theirs);  // by another user of this PC
        bench.downloads.arrive();
        bench.setup->lookAtFolder();
        QTRY_VERIFY(bench.button("setupUseNeighbour")->isVisible());
        QVERIFY(bench.text("setupNeighbour").contains(QDir::toNativeSeparators(theirs)));
        bench.setup->setFolder(theirs);  // now they are no other's
        QTRY_VERIFY(bench.setup->folderVerdict().has_value());
        QVERIFY(!bench.button("setupUseNeighbour")->isVisible());
    }

    void a_folder_without_room_holds_up() {
        SetupBench bench;
        bench.downloads.free_bytes = 41'000'000'000;
        bench.goTo(SetupStep::folder);
        QTRY_VERIFY(bench.text("setupFolderRoom").contains("only 41 GB are free"));
        QVERIFY(!bench.next()->isEnabled());
    }

    void the_licence_opens_only_when_asked() {
        SetupBench bench;
        bench.goTo(SetupStep::licence);
        const QSignalSpy opened(bench.wizard.get(), &SetupWizard::linkActivated);
        QVERIFY(!bench.text("setupLicenceSummary").isEmpty());
        QCOMPARE(opened.count(), 0);
        bench.button("setupLicenceText")->click();
        QCOMPARE(opened.count(), 1);
        agree(bench);
        QVERIFY(bench.next()->isEnabled());
        bench.find<QCheckBox>("setupAgree")->setChecked(false);
        QVERIFY(!bench.next()->isEnabled());
        QVERIFY(bench.settings.setup().licence.isEmpty());
    }

    void a_download_shows_its_troubles_and_goes_on_without_the_wizard() {
        SetupBench bench;
        bench.setup->setAgreed(true);
        bench.goTo(SetupStep::download);
        bench.button("setupDownloadAction")->click();
        QCOMPARE(bench.button("setupDownloadAction")->text(), QString("Pause"));
        bench.downloads.next.problem = app::DownloadProblem{};
        bench.downloads.reportPhase(app::DownloadPhase::waiting);
        QVERIFY(bench.text("setupDownloadProblem").startsWith("No internet connection."));
        QCOMPARE(bench.button("setupDownloadAction")->text(), QString("Try now"));
        bench.button("setupDownloadAction")->click();
        QCOMPARE(bench.downloads.retries, 1);
        bench.button("setupDownloadAction")->click();
        QCOMPARE(bench.button("setupDownloadAction")->text(), QString("Resume"));
        bench.wizard->close();
        QVERIFY(bench.downloads.state().isOpen());
        bench.open();
        QCOMPARE(bench.wizard->step(), SetupStep::download);
        QCOMPARE(bench.button("setupDownloadAction")->text(), QString("Resume"));
        bench.downloads.arrive();
        QTRY_VERIFY(bench.next()->isEnabled());
    }

    void a_full_drive_offers_another_folder() {
        SetupBench bench;
        bench.goTo(SetupStep::download);
        bench.button("setupDownloadAction")->click();
        bench.downloads.next.problem = app::DownloadProblem{app::DownloadTrouble::disk_full, "D:", {}, 0, 0, 0};
        bench.downloads.reportPhase(app::DownloadPhase::stopped);
        QVERIFY(bench.text("setupDownloadProblem").contains("Nothing is lost."));
        bench.button("setupDownloadFolder")->click();
        QCOMPARE(bench.wizard->step(), SetupStep::folder);
    }

    void a_model_that_does_not_load_leaves_the_practice_model_in_use() {
        SetupBench bench(goodPc, [](const LoadOptions&, const LoadProgress&) -> Result<std::unique_ptr<Engine>> {
            return tl::make_unexpected(Error{ErrorCode::unsupported_format, "tensor type 99 is unknown"});
        });
        walkToTrial(bench);
        QTRY_VERIFY(bench.text("setupTrialResult").endsWith("The practice model stays in use."));
        QCOMPARE(bench.used.last(), QString());
        QVERIFY(bench.next()->isEnabled());
        QVERIFY(bench.button("setupTrialAgain")->isVisible());
    }

    void a_check_that_differs_says_so() {
        testing::ScriptedCheck check;
        check.results = {{cache_check_scenarios().front().name, false, "token 17 differs", 4, 3}};
        SetupBench bench(goodPc, loaderOf({answering({"a"})}, nullptr, nullptr, check));
        walkToTrial(bench);
        QTRY_VERIFY(bench.text("setupTrialResult").contains("different answer than expected"));
        QVERIFY(bench.button("setupTrialSafe")->isVisible());
        bench.button("setupTrialDetails")->click();
        QVERIFY(QGuiApplication::clipboard()->text().contains("token 17 differs"));
        bench.button("setupTrialSafe")->click();
        QCOMPARE(bench.settings.model().kv_type, KvType::f32);
    }

    void a_model_that_does_not_fit_is_not_started() {
        SetupBench bench(badPc);
        bench.goTo(SetupStep::size);
        bench.setup->chooseSize("orig-IQ3_S");
        walkToTrial(bench);
        QVERIFY(bench.text("setupTrialResult").contains("not started"));
        QVERIFY(bench.used.isEmpty());
        QVERIFY(bench.next()->isEnabled());
    }

    void works_by_keyboard() {
        SetupBench bench;
        static_cast<void>(QTest::qWaitForWindowActive(bench.wizard.get()));
        QCOMPARE(bench.wizard->focusWidget(), bench.next());
        QTest::keyClick(bench.wizard->focusWidget(), Qt::Key_Return);
        QCOMPARE(bench.wizard->step(), SetupStep::machine);
        QTest::keyClick(bench.wizard->focusWidget(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(bench.wizard->step(), SetupStep::welcome);
        bench.goTo(SetupStep::size);
        QCOMPARE(bench.wizard->focusWidget(), card(bench, "orig-IQ2_XS"));
        QTest::keyClick(bench.wizard->focusWidget(), Qt::Key_Up);
        QCOMPARE(bench.setup->size()->id, QString("orig-Q2_0"));
    }

    void every_control_has_a_name() {
        SetupBench bench(badPc);
        for (int step = 0; step < kSetupSteps; ++step) {
            bench.goTo(static_cast<SetupStep>(step));
            for (const QWidget* const widget : bench.wizard->findChildren<QWidget*>()) {
                const auto* const button = qobject_cast<const QAbstractButton*>(widget);
                const bool named =
                    !widget->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty());
                QVERIFY2(named || !widget->isVisible() || widget->focusPolicy() == Qt::NoFocus,
                         qPrintable(QString("%1 on page %2").arg(widget->metaObject()->className()).arg(step)));
            }
        }
    }
};

STRATA_TEST(SetupWizardTest);

#include "setup_wizard_test.moc"
