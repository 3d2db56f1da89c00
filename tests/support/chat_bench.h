#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "app/chat_store.h"
#include "app/engine_thread.h"
#include "support/scripted_engine.h"
#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_model.h"

namespace strata::testing {

/// A chat controller on a scripted engine that is loaded already, and a store in memory.
struct ChatBench {
    explicit ChatBench(std::vector<Script> scripts)
        : log(std::make_shared<RequestLog>()),
          vault(std::make_shared<ScriptedVault>()),
          engine(loaderOf(std::move(scripts), log, vault)),
          store(std::move(app::openChatStore(QString())->store)),
          controller(&engine, store.get(), &chat) {
        engine.load(LoadOptions{});
        controller.setModelReady(true);
    }

    const ui::Message& last() const { return chat.at(chat.lastRow()); }
    bool isIdle() const { return !controller.isAnswering(); }

    std::shared_ptr<RequestLog> log;
    std::shared_ptr<ScriptedVault> vault;
    app::EngineThread engine;
    std::unique_ptr<app::ChatStore> store;
    ui::ChatModel chat;
    ui::ChatController controller;
};

}  // namespace strata::testing
