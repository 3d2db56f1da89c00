#include "ui/settings/settings_dialog.h"

#include <QtTest/QtTest>

#include <QAccessible>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>

#include "support/test_registry.h"
#include "support/test_window.h"
#include "ui/settings/languages.h"
#include "ui/settings/settings_page.h"
#include "ui/settings/switch_button.h"
#include "ui/style/notice_bar.h"

using namespace strata;
using namespace strata::testing;
using namespace strata::ui;

namespace {

/// The control of a setting, by its name on the screen.
template <class Widget>
Widget* controlOf(const SettingsDialog& dialog, const QString& name) {
    for (Widget* const widget : dialog.findChildren<Widget*>()) {
        if (widget->accessibleName() == name) {
            return widget;
        }
    }
    return nullptr;
}

QStringList shownPages(const SettingsDialog& dialog) {
    QStringList titles;
    const auto* const list = dialog.findChild<QListWidget*>("settingsPages");
    for (int i = 0; i < list->count(); ++i) {
        if (!list->item(i)->isHidden()) {
            titles.append(list->item(i)->text());
        }
    }
    return titles;
}

}  // namespace

class SettingsDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opens_by_its_key_and_shows_all_pages() {
        TestWindow window(std::vector<Script>{});
        QTest::keyClick(&window.window, Qt::Key_Comma, Qt::ControlModifier);
        const auto* const dialog = window.find<SettingsDialog>("settingsDialog");
        QVERIFY(dialog != nullptr);
        QCOMPARE(shownPages(*dialog), (QStringList{"General", "Model and memory", "Chats and parking", "Pictures",
                                                   "Look", "Privacy", "About"}));
    }

    void the_installed_sizes_can_be_chosen() {
        TestWindow window(std::vector<Script>{});
        app::ModelSettings model = window.settings.model();
        model.model = "/elsewhere/own.gguf";
        window.settings.set(model);
        window.settings_controller.setInstalledSizes([] {
            return std::vector<std::pair<QString, QString>>{{"/models/fast.gguf", "Fast"},
                                                            {"/models/best.gguf", "Best"}};
        });
        const SettingsDialog dialog(&window.settings_controller);
        auto* const size = controlOf<QComboBox>(dialog, "Model size");
        QVERIFY(size != nullptr);
        QCOMPARE(size->count(), 4);
        QCOMPARE(size->currentText(), QString("own.gguf"));
        size->setCurrentIndex(size->findText("Best"));
        QCOMPARE(window.settings.model().model, QString("/models/best.gguf"));
        size->setCurrentIndex(0);
        QVERIFY(window.settings.model().model.isEmpty());
        model.model = "/elsewhere/another.gguf";
        window.settings.set(model);
        QCOMPARE(size->currentIndex(), -1);  // it is none of them, and no other is said to be
    }

    void a_changed_control_changes_the_setting_and_back() {
        TestWindow window(std::vector<Script>{});
        const SettingsDialog dialog(&window.settings_controller);
        auto* const size = controlOf<QDoubleSpinBox>(dialog, "Text size");
        auto* const disk = controlOf<SwitchButton>(dialog, "Park chats on disk");
        auto* const look = controlOf<QComboBox>(dialog, "Theme");
        QVERIFY(size != nullptr && disk != nullptr && look != nullptr);

        size->setValue(150);
        disk->click();
        look->setCurrentIndex(2);
        QCOMPARE(window.settings.look().text_percent, 150);
        QCOMPARE(window.theme.zoomPercent(), 150);
        QVERIFY(!window.settings.parking().on_disk);
        QVERIFY(window.settings.look().theme == app::LookChoice::dark);

        window.theme.setZoomPercent(120);
        QCOMPARE(window.settings.look().text_percent, 120);
        QCOMPARE(size->value(), 120.0);
        window.settings.set(app::ParkingSettings{});
        window.settings.set(app::LookSettings{});
        QVERIFY(disk->isChecked());
        QCOMPARE(look->currentIndex(), 0);
    }

    void default_is_offered_where_something_else_is_set() {
        TestWindow window(std::vector<Script>{});
        SettingsDialog dialog(&window.settings_controller);
        auto* const button = controlOf<QPushButton>(dialog, "Park chats on disk: back to the default");
        QVERIFY(button != nullptr);
        QVERIFY(button->isHidden());
        controlOf<SwitchButton>(dialog, "Park chats on disk")->click();
        QVERIFY(!button->isHidden());
        button->click();
        QVERIFY(window.settings.parking().on_disk);
        QVERIFY(button->isHidden());
    }

    void absent_values_have_words() {
        TestWindow window(std::vector<Script>{});
        const SettingsDialog dialog(&window.settings_controller);
        auto* const memory = controlOf<QDoubleSpinBox>(dialog, "Keep chats in memory");
        QCOMPARE(memory->text(), "Automatic");
        memory->setValue(0);
        QCOMPARE(window.settings.parking().memory_gb, std::optional<double>(0.0));
        memory->setValue(memory->minimum());
        QVERIFY(!window.settings.parking().memory_gb);
    }

    void search_finds_settings_by_name_and_explanation() {
        TestWindow window(std::vector<Script>{});
        SettingsDialog dialog(&window.settings_controller);
        dialog.show();
        dialog.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));  // else the key is the window's behind it
        auto* const search = dialog.findChild<QLineEdit*>("settingsSearch");
        search->setText("context length");
        QCOMPARE(shownPages(dialog), QStringList{"Model and memory"});
        QVERIFY(controlOf<QComboBox>(dialog, "How much it can keep in mind")->isVisible());
        QVERIFY(!controlOf<QComboBox>(dialog, "Thinking")->isVisible());
        search->setText("seed");  // is behind "More"
        QVERIFY(controlOf<QLineEdit>(dialog, "Seed")->isVisible());
        search->setText("no such thing");
        QVERIFY(shownPages(dialog).isEmpty());
        QTest::keyClick(search, Qt::Key_Escape);
        QVERIFY(dialog.isVisible());
        QCOMPARE(shownPages(dialog).size(), 7);
        QVERIFY(!controlOf<QLineEdit>(dialog, "Seed")->isVisible());
    }

    void offers_to_load_the_model_again_when_that_is_needed() {
        TestWindow window(std::vector<Script>{});
        QTRY_VERIFY(window.isIdle());
        const SettingsDialog dialog(&window.settings_controller);
        auto* const notice = dialog.findChild<NoticeBar*>("settingsReload");
        QVERIFY(notice->isHidden());
        auto* const context = controlOf<QComboBox>(dialog, "How much it can keep in mind");
        context->setCurrentIndex(2);
        QVERIFY(!notice->isHidden());
        context->setCurrentIndex(0);
        QVERIFY(notice->isHidden());
        context->setCurrentIndex(2);
        Q_EMIT notice->actionPressed();
        QTRY_VERIFY(window.isIdle());
        QTRY_VERIFY(notice->isHidden());
        QCOMPARE(window.model.options().context_length, 8'192);
    }

    void limits_hold_without_loading_again() {
        TestWindow window(std::vector<Script>{});
        QTRY_VERIFY(window.isIdle());
        const QSignalSpy applied(&window.engine, &app::EngineThread::limitsApplied);
        app::ParkingSettings parking;
        parking.memory_gb = 2.0;
        window.settings.set(parking);
        QTRY_COMPARE(applied.count(), 1);
        QVERIFY(!window.settings_controller.needsReload());
    }

    void every_control_has_a_name() {
        TestWindow window(std::vector<Script>{});
        SettingsDialog dialog(&window.settings_controller);
        int controls = 0;
        for (int page = 0; page < dialog.pageCount(); ++page) {
            dialog.showPage(page);
            for (const QWidget* const widget : dialog.findChildren<QWidget*>()) {
                const bool inner = qobject_cast<QAbstractSpinBox*>(widget->parentWidget()) != nullptr ||
                                   widget->objectName().startsWith("qt_");
                if (!widget->isVisibleTo(&dialog) || (widget->focusPolicy() & Qt::TabFocus) == 0 ||
                    widget->focusProxy() != nullptr || inner) {
                    continue;
                }
                const auto* const button = qobject_cast<const QAbstractButton*>(widget);
                ++controls;
                QVERIFY2(!widget->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty()),
                         widget->metaObject()->className());
            }
        }
        QVERIFY(controls > 20);
    }

    void longer_words_fit_at_twice_the_text_size_data() {
        QTest::addColumn<int>("width");
        QTest::newRow("wide") << 900;
        QTest::newRow("narrower than some controls would like") << 720;
    }
    void longer_words_fit_at_twice_the_text_size() {
        QFETCH(const int, width);
        const Translations pseudo(kPseudoLanguage);
        TestWindow window(std::vector<Script>{});
        window.theme.setZoomPercent(200);
        SettingsDialog dialog(&window.settings_controller);
        dialog.resize(width, 700);
        dialog.show();
        for (int i = 0; i < dialog.pageCount(); ++i) {
            dialog.showPage(i);
            QCoreApplication::processEvents();
            for (const QLabel* const label : dialog.findChildren<QLabel*>()) {
                if (!label->isVisible()) {
                    continue;
                }
                QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
                QVERIFY2(label->wordWrap() || label->width() >= label->sizeHint().width(), qPrintable(label->text()));
            }
        }
    }
};

STRATA_TEST(SettingsDialogTest);

#include "settings_dialog_test.moc"
