#pragma once

#include <QtTest/QtTest>

#include <memory>

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

#include "app/chat_store.h"
#include "app/engine_thread.h"
#include "app/key_store.h"
#include "app/settings.h"
#include "support/scripted_engine.h"
#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_model.h"
#include "ui/chat/parked_chats.h"
#include "ui/dialogs/cache_check.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/model_controller.h"
#include "ui/settings/settings_controller.h"
#include "ui/style/theme.h"

namespace strata::testing {

/// What a test may have otherwise than usual.
struct WindowSetup {
    app::EngineLoader loader;
    std::optional<app::ModelChoice> choice = app::ModelChoice{"/models/tiny.gguf", true};
    QString store = {};  ///< path of the database; empty: in memory
    ui::ThemeChoice theme = ui::ThemeChoice::light;
    std::optional<app::ChatStoreTrouble> store_trouble = std::nullopt;
    bool loads = true;  ///< the model, at once
};

/// The whole window on an engine that plays scripts, with a model that is there or comes when `loader` lets it.
class TestWindow {
public:
    explicit TestWindow(std::vector<Script> scripts, bool built_in = true)
        : TestWindow(loaderOf(std::move(scripts)), app::ModelChoice{"/models/tiny.gguf", built_in}) {}

    TestWindow(app::EngineLoader loader, std::optional<app::ModelChoice> choice)
        : TestWindow(WindowSetup{.loader = std::move(loader), .choice = std::move(choice)}) {}

    explicit TestWindow(WindowSetup setup)
        : engine(std::move(setup.loader)),
          settings(QString()),
          theme(setup.theme),
          store(std::move(app::openChatStore(setup.store)->store)),
          model(&engine, setup.choice, {"/nowhere"}, LoadOptions{}),
          settings_controller({.settings = &settings,
                               .theme = &theme,
                               .engine = &engine,
                               .model = &model,
                               .keys = &keys,
                               .theme_is_given = true,
                               .given_model = setup.choice ? setup.choice->path : QString(),
                               .built_in_folders = {},
                               .given_options = {}}),
          controller(&engine, store.get(), &chat),
          parked(&engine, store.get()),
          check(&engine, store.get(), QString()),
          window({.theme = &theme,
                  .model = &model,
                  .controller = &controller,
                  .chat = &chat,
                  .parked = &parked,
                  .check = &check,
                  .settings = &settings,
                  .settings_controller = &settings_controller,
                  .store_trouble = setup.store_trouble},
                 [this](const QUrl& target) { opened.append(target); }) {
        window.show();
        static_cast<void>(QTest::qWaitForWindowActive(&window));  // keys reach only an active window
        if (setup.loads) {
            model.load();
        }
    }

    template <class Widget = QWidget>
    Widget* find(const char* name) const {
        return window.findChild<Widget*>(QLatin1String(name));
    }
    /// The last widget of that name on the screen: messages repeat names.
    template <class Widget = QWidget>
    Widget* findLast(const char* name) const {
        const auto all = window.findChildren<Widget*>(QLatin1String(name));
        return all.isEmpty() ? nullptr : all.last();
    }
    QPlainTextEdit* composer() const { return find<QPlainTextEdit>("composer"); }
    QPushButton* button(const char* name) const { return findLast<QPushButton>(name); }

    /// Types a message and presses Enter.
    void send(const QString& text) {
        composer()->setPlainText(text);
        QTest::keyClick(composer(), Qt::Key_Return);
    }
    const ui::Message& last() const { return chat.at(chat.lastRow()); }
    /// What the notice over the message box says; empty: there is none.
    QString told() const {
        const QWidget* const bar = find("noticeBar");
        return bar->isVisible() ? bar->findChild<QLabel*>()->text() : QString();
    }
    /// Presses a button of the notice.
    void pressOnNotice(const QString& text) const {
        for (QPushButton* const button : find("noticeBar")->findChildren<QPushButton*>()) {
            if (button->text() == text) {
                button->click();
                return;
            }
        }
        QFAIL(qPrintable(text));
    }
    bool isIdle() const { return model.isReady() && !controller.isAnswering(); }

    app::EngineThread engine;
    app::Settings settings;
    ui::Theme theme;
    std::unique_ptr<app::ChatStore> store;
    ui::ModelController model;
    app::KeyStore keys;
    ui::SettingsController settings_controller;
    ui::ChatModel chat;
    ui::ChatController controller;
    ui::ParkedChats parked;
    ui::CacheCheck check;
    QList<QUrl> opened;  ///< links that would have been opened outside
    ui::MainWindow window;
};

}  // namespace strata::testing
