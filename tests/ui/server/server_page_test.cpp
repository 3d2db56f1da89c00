#include "ui/server/server_page.h"

#include <QtTest/QtTest>

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>

#include "support/fake_server.h"
#include "support/test_registry.h"
#include "ui/server/request_list_dialog.h"
#include "ui/settings/languages.h"
#include "ui/settings/settings_page.h"
#include "ui/settings/switch_button.h"
#include "ui/style/notice_bar.h"
#include "ui/style/theme.h"

using namespace strata;
using namespace strata::ui;
using app::ServerSettings;
using strata::testing::ServerBench;

namespace {

/// The page on the screen.
struct PageBench : ServerBench {
    PageBench() {
        server.start();
        page.reset(makeServerPage(&theme, &server, nullptr));
        page->resize(700, 900);
        page->show();
    }

    /// The control of a setting, by its name on the screen.
    template <class Widget>
    Widget* named(const QString& name) const {
        for (Widget* const widget : page->findChildren<Widget*>()) {
            if (widget->accessibleName() == name) {
                return widget;
            }
        }
        return nullptr;
    }
    template <class Widget>
    Widget* find(const char* name) const {
        return page->findChild<Widget*>(QLatin1String(name));
    }
    void press(const QString& name) const { named<QPushButton>(name)->click(); }
    static QString copied() { return QGuiApplication::clipboard()->text(); }

    Theme theme{ThemeChoice::light};
    std::unique_ptr<SettingsPage> page;
};

}  // namespace

class ServerPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void one_switch_lets_apps_in_and_shows_how() {
        PageBench bench;
        QVERIFY(!bench.find<QWidget>("serverAddress")->isVisible());
        bench.named<SwitchButton>("Let other apps use the model")->click();
        QVERIFY(bench.settings.server().on);
        QVERIFY(bench.find<QWidget>("serverAddress")->isVisible());
        QCOMPARE(bench.find<QLabel>("serverState")->text(), "Apps on this PC can use the model.");
        bench.press("Copy: Address");
        QCOMPARE(bench.copied(), "http://127.0.0.1:8080");
    }

    void the_key_is_hidden_until_it_is_wanted_and_copied_whole() {
        PageBench bench;
        bench.server.setOn(true);
        auto* const line = bench.named<QLineEdit>("Key");
        QCOMPARE(line->echoMode(), QLineEdit::Password);
        bench.press("Copy: Key");
        QCOMPARE(bench.copied(), bench.server.key());
        bench.press("Show: Key");
        QCOMPARE(line->echoMode(), QLineEdit::Normal);
        QCOMPARE(line->text(), bench.server.key());
    }

    void a_new_key_needs_a_second_press() {
        PageBench bench;
        bench.server.setOn(true);
        const QString old = bench.server.key();
        auto* const button = bench.find<QPushButton>("serverNewKeyButton");
        button->click();
        QCOMPARE(bench.server.key(), old);
        QVERIFY(button->text() != "New key");
        button->click();
        QVERIFY(bench.server.key() != old);
        QCOMPARE(button->text(), "New key");
    }

    void trying_it_asks_as_an_app_would_and_says_what_came_of_it() {
        PageBench bench;
        bench.server.setOn(true);
        bench.probe.models = {200, {}, {"strata-balanced"}, {}};
        bench.find<QPushButton>("serverTryButton")->click();
        QCOMPARE(bench.probe.asked.back().first, "http://127.0.0.1:8080");
        QCOMPARE(bench.probe.asked.back().second, bench.server.key());
        auto* const result = bench.find<QLabel>("serverTryResult");
        QCOMPARE(result->text(), "It works. The model is called “strata-balanced” there.");
        bench.probe.models = {401, {}, {}, {}};
        bench.find<QPushButton>("serverTryButton")->click();
        QCOMPARE(result->text(), "It answers, but does not take this key.");
        bench.probe.models = {0, "Connection refused", {}, {}};
        bench.find<QPushButton>("serverTryButton")->click();
        QCOMPARE(result->text(), "It does not answer (Connection refused).");
    }

    void a_taken_port_is_told_with_a_way_out() {
        PageBench bench;
        bench.control.failure = ServerFailure{ServerFailure::Kind::port_taken, 8'080, "nginx", 8'081, {}};
        bench.server.setOn(true);
        auto* const problem = bench.find<NoticeBar>("serverProblem");
        QVERIFY(problem->isVisible());
        QCOMPARE(problem->text(), "Port 8080 is used by nginx.");
        bench.press("Choose another port");
        QVERIFY(bench.named<QDoubleSpinBox>("Port")->hasFocus() || !bench.page->isActiveWindow());
        bench.control.failure.reset();
        bench.press("Use 8081");
        QVERIFY(!problem->isVisible());
        QCOMPARE(bench.named<QDoubleSpinBox>("Port")->value(), 8'081.0);
    }

    void without_a_key_the_page_says_what_that_means() {
        PageBench bench;
        bench.server.setOn(true);
        auto* const note = bench.find<QLabel>("serverKeyNote");
        QVERIFY(!note->isVisible());
        bench.named<SwitchButton>("Ask for the key")->click();
        QVERIFY(!bench.settings.server().needs_key);
        QVERIFY(note->isVisible());
        QVERIFY(!bench.find<QWidget>("serverKey")->isVisible());
    }

    void other_devices_bring_the_key_back_and_a_warning_with_the_address() {
        PageBench bench;
        bench.set([](ServerSettings& server) { server.needs_key = false; });
        auto* const key = bench.named<SwitchButton>("Ask for the key");
        QVERIFY(!key->isChecked());
        bench.named<SwitchButton>("Other devices in your network")->click();
        QVERIFY(key->isChecked() && !key->isEnabled());
        auto* const note = bench.find<QLabel>("serverNetworkNote");
        QVERIFY(note->isVisible());
        QVERIFY(note->text().contains("Nothing is encrypted"));
        bench.server.setOn(true);
        QVERIFY(bench.find<QWidget>("serverFarAddress")->isVisible() || bench.server.networkAddresses().isEmpty());
        for (const QString& address : bench.server.networkAddresses()) {
            QVERIFY(note->text().contains(address));
        }
        bench.named<SwitchButton>("Other devices in your network")->click();
        QVERIFY(!note->isVisible());
        QVERIFY(key->isEnabled());
    }

    void web_pages_are_checked_when_they_are_saved() {
        PageBench bench;
        auto* const line = bench.named<QLineEdit>("Web pages that may ask");
        auto* const note = bench.find<QLabel>("serverPagesNote");
        const auto enter = [line](const QString& text) {
            line->setText(text);
            Q_EMIT line->editingFinished();
        };
        enter("HTTPS://Chat.Example:443, http://localhost:3000");
        QCOMPARE(bench.settings.server().web_pages, (QStringList{"https://chat.example", "http://localhost:3000"}));
        QVERIFY(!note->isVisible());
        enter("https://chat.example/page");
        QVERIFY(note->isVisible());
        QVERIFY(note->text().contains("https://chat.example/page"));
        QCOMPARE(bench.settings.server().web_pages.size(), 2);
        QCOMPARE(line->text(), "https://chat.example/page");  // to be mended
        enter("* https://chat.example");
        QVERIFY(note->isVisible());
        QCOMPARE(bench.settings.server().web_pages.size(), 2);
        enter("");
        QVERIFY(bench.settings.server().web_pages.isEmpty());
    }

    void all_web_pages_and_no_key_exclude_each_other() {
        PageBench bench;
        auto* const line = bench.named<QLineEdit>("Web pages that may ask");
        auto* const key = bench.named<SwitchButton>("Ask for the key");
        line->setText("*");
        Q_EMIT line->editingFinished();
        QCOMPARE(bench.settings.server().web_pages, QStringList{"*"});
        key->click();
        QVERIFY(key->isChecked());
        QVERIFY(bench.settings.server().needs_key);
        QVERIFY(bench.find<QLabel>("serverKeyNote")->isVisible());
        bench.set([](ServerSettings& server) {
            server.web_pages.clear();
            server.needs_key = false;
        });
        line->setText("*");
        Q_EMIT line->editingFinished();
        QVERIFY(bench.settings.server().web_pages.isEmpty());
        QVERIFY(bench.find<QLabel>("serverPagesNote")->isVisible());
    }

    void examples_carry_address_model_and_key_but_show_no_key() {
        PageBench bench;
        bench.server.setOn(true);
        bench.server.setModelId("tiny");
        auto* const apps = bench.find<QComboBox>("serverExampleApp");
        auto* const text = bench.find<QPlainTextEdit>("serverExampleText");
        QCOMPARE(apps->count(), 5);
        for (int i = 0; i < apps->count(); ++i) {
            apps->setCurrentIndex(i);
            QVERIFY(text->toPlainText().contains("http://127.0.0.1:8080"));
            QVERIFY(!text->toPlainText().contains(bench.server.key()));
            QVERIFY(!text->toPlainText().contains("%"));
            bench.find<QPushButton>("serverExampleCopy")->click();
            QVERIFY(bench.copied().contains(bench.server.key()));
            QVERIFY(bench.copied().contains("tiny"));
        }
    }

    void requests_are_listed_without_contents() {
        PageBench bench;
        bench.server.setOn(true);
        bench.find<QPushButton>("serverRequestsButton")->click();
        auto* const dialog = bench.page->findChild<RequestListDialog*>();
        QVERIFY(dialog != nullptr);
        auto* const table = dialog->findChild<QTableView*>("requestTable");
        QVERIFY(!table->isVisible());
        ServerRequest request{
            QDateTime(QDate(2026, 1, 2), QTime(10, 42, 5)), "claude-cli", "messages", 2'000, 1'500, 120, 3.21, "stop"};
        Q_EMIT bench.control.requestEnded(request);
        request.app.clear();
        request.prompt_pieces = 0;
        request.outcome = "queue_full";
        Q_EMIT bench.control.requestEnded(request);
        QVERIFY(table->isVisible());
        QCOMPARE(table->model()->rowCount(), 2);
        const auto cell = [table](int row, int column) { return table->model()->index(row, column).data().toString(); };
        QVERIFY(cell(1, RequestModel::time_column).contains("10:42:05"));
        QCOMPARE(cell(1, RequestModel::app_column), "claude-cli");
        QCOMPARE(cell(1, RequestModel::remembered_column), "75 %");
        QCOMPARE(cell(1, RequestModel::pieces_column), "2,000 + 120");
        QCOMPARE(cell(1, RequestModel::seconds_column), "3.2 s");
        QCOMPARE(cell(1, RequestModel::result_column), "done");
        QCOMPARE(cell(0, RequestModel::app_column), "not named");
        QCOMPARE(cell(0, RequestModel::remembered_column), "–");
        QCOMPARE(cell(0, RequestModel::result_column), "refused: too many were waiting");
        for (int i = 0; i < 300; ++i) {
            Q_EMIT bench.control.requestEnded(request);
        }
        QCOMPARE(table->model()->rowCount(), 200);
        auto* const contents = dialog->findChild<QPlainTextEdit*>("requestContents");
        QVERIFY(!contents->isVisible());
        dialog->findChild<QCheckBox*>("keepContents")->click();
        QVERIFY(contents->isVisible() && bench.control.keeps_contents);
        request.asked = "the question";
        request.answered = "its answer";
        Q_EMIT bench.control.requestEnded(request);
        table->selectRow(0);
        QVERIFY(contents->toPlainText().contains("the question") && contents->toPlainText().contains("its answer"));
        dialog->findChild<QCheckBox*>("keepContents")->click();
        QVERIFY(!contents->isVisible() && !contents->toPlainText().contains("the question"));
    }

    void every_control_has_a_name() {
        PageBench bench;
        bench.server.setOn(true);
        int controls = 0;
        for (const QWidget* const widget : bench.page->findChildren<QWidget*>()) {
            const bool inner = qobject_cast<QAbstractSpinBox*>(widget->parentWidget()) != nullptr ||
                               widget->objectName().startsWith("qt_");
            if (!widget->isVisible() || (widget->focusPolicy() & Qt::TabFocus) == 0 ||
                widget->focusProxy() != nullptr || inner) {
                continue;
            }
            const auto* const button = qobject_cast<const QAbstractButton*>(widget);
            ++controls;
            QVERIFY2(!widget->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty()),
                     widget->metaObject()->className());
        }
        QVERIFY(controls > 12);
    }

    void longer_words_fit_at_twice_the_text_size_data() {
        QTest::addColumn<int>("width");
        QTest::newRow("wide") << 640;
        QTest::newRow("narrow") << 480;
    }
    void longer_words_fit_at_twice_the_text_size() {
        QFETCH(const int, width);
        const Translations pseudo(kPseudoLanguage);
        PageBench bench;
        bench.theme.setZoomPercent(200);
        bench.set([](ServerSettings& server) {
            server.on = true;
            server.other_devices = true;
        });
        bench.page->resize(width, 900);
        QCoreApplication::processEvents();
        for (const QLabel* const label : bench.page->findChildren<QLabel*>()) {
            if (!label->isVisible()) {
                continue;
            }
            QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
            QVERIFY2(label->wordWrap() || label->width() >= label->sizeHint().width(), qPrintable(label->text()));
        }
        QVERIFY(bench.page->widget()->width() <= bench.page->viewport()->width());
    }
};

STRATA_TEST(ServerPageTest);

#include "server_page_test.moc"
