#include <QtTest/QtTest>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <QSignalSpy>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include "app/chat_store.h"
#include "app/engine_thread.h"
#include "app/settings.h"
#include "support/built_in_engine.h"
#include "support/raw_client.h"
#include "support/test_registry.h"
#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_model.h"
#include "ui/server/local_server_control.h"

using namespace strata;
using namespace strata::ui;
using nlohmann::json;
using strata::testing::postRequest;
using strata::testing::RawClient;

namespace {

constexpr int kRounds = 100;
constexpr int kLongestAnswer = 12;
/// The last turn's opening, which the end of the answer is written behind: an answer that comes back in other tokens
/// than it was written in is read again from there.
constexpr int kTail = 16;
/// So long an instruction is kept for all that begin with it.
constexpr int kSharedInstruction = 2'048;

std::string longInstruction(const std::string& name) {
    std::string text = "You are " + name + ".";
    for (int i = 0; i < 135; ++i) {
        text += " Rule " + std::to_string(i) + ": answer in one short sentence.";
    }
    return text;
}

/// What one request cost.
struct Cost {
    int prompt = 0, reused = 0;
};

/// What the engine's side tells of all requests, in order.
class Watch {
public:
    explicit Watch(app::EngineWorker& worker) : mailbox_(std::make_shared<app::EngineMailbox>([] {})) {
        worker.observe(mailbox_);
    }
    ~Watch() { mailbox_->close(); }

    void look() {
        app::handOn(
            mailbox_->takeAll(), [](app::RequestId, const std::vector<EngineEvent>&) {},
            [this](const app::EngineMessage& message) { take(message); });
    }

    /// Waits until so many requests of programs have come.
    bool awaitPrograms(int count) {
        return wait([this, count] { return came_[app::Asker::program] >= count; });
    }
    /// Waits until nothing runs and nothing waits.
    bool awaitQuiet() {
        return wait([this] { return open_ == 0; });
    }

    std::vector<Cost> person;      ///< her requests that ended
    std::vector<Cost> programs;    ///< those of the others
    int overtaken = 0;             ///< programs that began while the person waited
    int out_of_turn = 0;           ///< programs that began before one that had come earlier
    std::size_t longest_wait = 0;  ///< requests that began while a program's waited

private:
    void take(const app::EngineMessage& message) {
        using app::Asker;
        if (const auto* const queued = std::get_if<app::RequestQueued>(&message)) {
            waiting_.push_back({queued->id, queued->asker, 0});
            askers_[queued->id] = queued->asker;
            ++came_[queued->asker];
            ++open_;
        } else if (const auto* const began = std::get_if<app::RequestBegan>(&message)) {
            const auto self = std::ranges::find(waiting_, began->id, &Waiting::id);
            const Asker asker = self->asker;
            if (asker == Asker::program) {
                overtaken += static_cast<int>(std::ranges::count(waiting_, Asker::person, &Waiting::asker));
                out_of_turn += static_cast<int>(
                    std::count_if(waiting_.begin(), self, [](const auto& one) { return one.asker == Asker::program; }));
                longest_wait = std::max(longest_wait, self->overtaken_by);
            }
            waiting_.erase(self);
            for (Waiting& other : waiting_) {
                ++other.overtaken_by;
            }
        } else if (const auto* const done = std::get_if<app::RequestDone>(&message)) {
            --open_;
            (askers_[done->id] == Asker::person ? person : programs)
                .push_back({done->summary.prompt_tokens, done->summary.reused_tokens});
        }
    }

    /// As long as it takes: how quick this machine is does not matter here.
    bool wait(const std::function<bool()>& is_so) {
        constexpr int kLongEnough = 600'000;
        return QTest::qWaitFor(
            [&] {
                look();
                return is_so();
            },
            kLongEnough);
    }

    struct Waiting {
        app::RequestId id = 0;
        app::Asker asker = app::Asker::person;
        std::size_t overtaken_by = 0;
    };
    std::shared_ptr<app::EngineMailbox> mailbox_;
    std::vector<Waiting> waiting_;
    std::map<app::RequestId, app::Asker> askers_;
    std::map<app::Asker, int> came_;
    int open_ = 0;  ///< requests that have not ended
};

/// A program that goes on with one conversation through the server.
class Caller {
public:
    Caller(std::uint16_t port, std::string headers) : client_(port), headers_(std::move(headers)) {}

    void restart(const std::string& instruction) {
        messages_ = json::array({{{"role", "system"}, {"content", instruction}}});
    }
    void declare(json tools) { tools_ = std::move(tools); }
    bool ask(const std::string& text) {
        messages_.push_back({{"role", "user"}, {"content", text}});
        return send();
    }
    /// Waits for the answer and keeps it as the conversation's next message. None: it was not answered.
    std::optional<Cost> answer() {
        const auto reply = client_.reply();
        const json body = reply ? json::parse(reply->body, nullptr, false) : json();
        if (!reply || reply->status != 200 || !body.is_object()) {
            qWarning("%d %s", reply ? reply->status : 0, reply ? reply->body.c_str() : "no answer");
            return std::nullopt;
        }
        const json& message = body["choices"][0]["message"];
        messages_.push_back(message);
        for (const json& call : message.value("tool_calls", json::array())) {
            messages_.push_back({{"role", "tool"}, {"tool_call_id", call["id"]}, {"content", "fine"}});
        }
        return Cost{body["usage"]["prompt_tokens"], body["usage"]["prompt_tokens_details"]["cached_tokens"]};
    }

private:
    bool send() {
        json body = {
            {"messages", messages_}, {"temperature", 0}, {"reasoning_effort", "none"}, {"max_tokens", kLongestAnswer}};
        if (!tools_.is_null()) {
            body["tools"] = tools_;
        }
        return client_.send(postRequest("/v1/chat/completions", body.dump(), headers_));
    }

    RawClient client_;
    const std::string headers_;
    json messages_, tools_;
};

/// The window's chat, the server as the window runs it, and the model that both ask.
struct Bench {
    Bench()
        : engine(
              [](const LoadOptions& options, const LoadProgress& progress) { return Engine::load(options, progress); }),
          watch(*engine.worker()),
          store(std::move(app::openChatStore(QString())->store)),
          settings(folder.filePath("settings.ini")),
          controller(&engine, store.get(), &chat),
          control(engine.worker(), {}) {
        app::ModelSettings model = settings.model();
        model.longest_answer = kLongestAnswer;
        settings.set(model);
        controller.setSettings(&settings);
        controller.setBuiltInModel(true);
        ServerModels models;
        models.chosen = app::api::ModelEntry{.id = "built-in"};
        models.file = QString::fromLatin1(strata::testing::kBuiltInModel);
        control.setModels(models);
    }

    bool load() {
        LoadOptions options;
        options.model = strata::testing::kBuiltInModel;
        options.threads = 2;
        options.limits.memory_parking_bytes = std::uint64_t{256} << 20;
        options.limits.minimum_free_memory = 0;
        options.limits.disk_parking_bytes = std::uint64_t{1} << 30;
        options.conversation_folder = folder.filePath("parked").toStdString();
        QSignalSpy loaded(&engine, &app::EngineThread::loaded);
        engine.load(options);
        const bool came = QTest::qWaitFor([&] { return !loaded.isEmpty(); });
        controller.setModelReady(came);
        return came;
    }
    std::uint16_t listen() {
        QSignalSpy started(&control, &ServerControl::started);
        app::api::ServerOptions options;
        options.port = 0;
        control.start(options);
        return QTest::qWaitFor([&] { return !started.isEmpty(); })
                   ? static_cast<std::uint16_t>(started[0][0].value<ServerPlace>().port)
                   : std::uint16_t{0};
    }

    QTemporaryDir folder;
    app::EngineThread engine;
    Watch watch;
    std::unique_ptr<app::ChatStore> store;
    app::Settings settings;
    ChatModel chat;
    ChatController controller;
    LocalServerControl control;
};

/// Fewer tokens were reused than the prompt before had, but for its tail: somebody's conversation was read again.
bool goesOn(const Cost& before, const Cost& now) {
    return now.reused >= before.prompt - kTail;
}

json agentTools() {
    return json::parse(R"([{"type": "function", "function": {"name": "read_file", "description": "Reads a file.",
        "parameters": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}}}])");
}

}  // namespace

class InterleavingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// An agent with a named conversation, a small helper without a name, requests that are asked once and share a long
    /// instruction, and the person at the screen, a hundred times in turns: in even rounds all at once.
    void many_parties_in_turns_read_nothing_again_and_nobody_starves() {
        Bench bench;
        QVERIFY(bench.load());
        const std::uint16_t port = bench.listen();
        QVERIFY(port != 0);
        Caller agent(port, "X-Strata-Conversation: agent-1\r\n"), helper(port, ""), once(port, "");
        agent.restart(longInstruction("an agent"));
        agent.declare(agentTools());
        const std::string shared = longInstruction("a writer of titles");
        Cost agent_before, helper_before;
        for (int round = 0; round < kRounds; ++round) {
            const std::string number = std::to_string(round);
            const bool helper_begins = round % 10 == 0;
            if (helper_begins) {
                helper.restart("You are helper " + number + ".");
            }
            once.restart(shared);
            Cost agent_cost, helper_cost, once_cost;
            const auto take = [&](Caller& caller, Cost& cost) {
                const auto answer = bench.watch.awaitQuiet() ? caller.answer() : std::nullopt;
                cost = answer.value_or(Cost());
                return answer.has_value();
            };
            const auto say = [&] {
                return bench.controller.send("What is " + QString::number(round) + "?", Thinking::off);
            };
            const auto heard = [&] {
                return bench.watch.awaitQuiet() && QTest::qWaitFor([&] { return !bench.controller.isAnswering(); });
            };
            if (round % 2 == 0) {
                QVERIFY(agent.ask("Step " + number + ", please."));
                QVERIFY(helper.ask("Say hello " + number + "."));
                QVERIFY(once.ask("A title for " + number + "."));
                QVERIFY(bench.watch.awaitPrograms(3 * round + 3));
                QVERIFY(say() && heard());
                QVERIFY(take(once, once_cost) && take(helper, helper_cost) && take(agent, agent_cost));
            } else {
                QVERIFY(agent.ask("Step " + number + ", please.") && bench.watch.awaitPrograms(3 * round + 1));
                QVERIFY(take(agent, agent_cost));
                QVERIFY(helper.ask("Say hello " + number + ".") && bench.watch.awaitPrograms(3 * round + 2));
                QVERIFY(take(helper, helper_cost));
                QVERIFY(say() && heard());
                QVERIFY(once.ask("A title for " + number + ".") && bench.watch.awaitPrograms(3 * round + 3));
                QVERIFY(take(once, once_cost));
            }
            if (round > 0) {
                QVERIFY2(goesOn(agent_before, agent_cost), describe(round, agent_before, agent_cost).constData());
                QVERIFY2(once_cost.reused >= kSharedInstruction, describe(round, {}, once_cost).constData());
            }
            if (!helper_begins) {
                QVERIFY2(goesOn(helper_before, helper_cost), describe(round, helper_before, helper_cost).constData());
            }
            agent_before = agent_cost;
            helper_before = helper_cost;
        }
        bench.watch.look();
        const Watch& watch = bench.watch;
        QCOMPARE(watch.person.size(), std::size_t{kRounds});
        QCOMPARE(watch.programs.size(), std::size_t{3 * kRounds});
        for (std::size_t i = 1; i < watch.person.size(); ++i) {
            QVERIFY2(goesOn(watch.person[i - 1], watch.person[i]),
                     describe(static_cast<int>(i), watch.person[i - 1], watch.person[i]).constData());
        }
        QCOMPARE(watch.overtaken, 0);
        QCOMPARE(watch.out_of_turn, 0);
        QVERIFY2(watch.longest_wait <= 3, qPrintable(QString::number(watch.longest_wait)));
        report(watch);
    }

private:
    static QByteArray describe(int round, const Cost& before, const Cost& now) {
        return QStringLiteral("round %1: %2 of %3 pieces reused, after a prompt of %4")
            .arg(round)
            .arg(now.reused)
            .arg(now.prompt)
            .arg(before.prompt)
            .toUtf8();
    }
    static void report(const Watch& watch) {
        const auto total = [](const std::vector<Cost>& costs) {
            Cost sum;
            for (const Cost& cost : costs) {
                sum.prompt += cost.prompt;
                sum.reused += cost.reused;
            }
            return sum;
        };
        const Cost person = total(watch.person), programs = total(watch.programs);
        qInfo("window: %d of %d pieces reused; programs: %d of %d; longest wait: %zu requests", person.reused,
              person.prompt, programs.reused, programs.prompt, watch.longest_wait);
    }
};

STRATA_TEST(InterleavingTest);

#include "interleaving_test.moc"
