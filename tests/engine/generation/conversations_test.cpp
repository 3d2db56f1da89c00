#include <QTemporaryDir>
#include <QtTest/QtTest>

#include "support/built_in_engine.h"
#include "support/test_registry.h"

using namespace strata;
using namespace strata::testing;

namespace {

constexpr std::uint64_t kMiB = 1 << 20;

LoadOptions parking_in_memory(std::uint64_t bytes = 64 * kMiB) {
    LoadOptions options;
    options.limits.memory_parking_bytes = bytes;
    options.limits.minimum_free_memory = 0;
    return options;
}

LoadOptions parking_on_disk(const QTemporaryDir& folder) {
    LoadOptions options = parking_in_memory();
    options.conversation_folder = folder.path().toStdString();
    options.limits.disk_parking_bytes = 1024 * kMiB;
    return options;
}

// A conversation that remembers what was said in it.
class Chat {
public:
    Chat(Engine& engine, const std::string& name, ConversationId id = {}) : engine_(&engine) {
        request = question("");
        request.messages.resize(1);
        request.messages[0].text = "You are " + name + ", a helpful assistant of " + name + ".";
        request.conversation = std::move(id);
        request.limits.max_tokens = 10;
    }

    Heard say(const std::string& text) {
        request.messages.push_back(message(Role::user, text));
        Heard heard = ask(*engine_, request);
        request.messages.push_back(message(Role::assistant, heard.text));
        return heard;
    }
    void move_to(Engine& engine) { engine_ = &engine; }

    GenerationRequest request;

private:
    Engine* engine_;
};

const Diverged* divergence_in(const Heard& heard) {
    for (const EngineEvent& event : heard.events) {
        if (const auto* found = std::get_if<Diverged>(&event)) {
            return found;
        }
    }
    return nullptr;
}

}  // namespace

class ConversationsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_follow_up_reads_the_last_reply_and_what_is_new() {
        const auto engine = load();
        Chat chat(*engine, "Anna");
        const Heard first = chat.say("My name is Nadia.");
        const Heard second = chat.say("What is my name?");
        QCOMPARE(second.summary.source, ResumeSource::checkpoint);
        // All of the first prompt but the header of the answer, which the template writes differently later on.
        QVERIFY(second.summary.reused_tokens >= first.summary.prompt_tokens - 9);
        QCOMPARE(second.summary.reread_reason, RereadReason::thinking_removed);
        QVERIFY(divergence_in(second) != nullptr);
        QVERIFY(divergence_in(first) == nullptr);
        QCOMPARE(first.summary.reread_reason, RereadReason::first_message);
    }

    void an_edited_message_goes_back_and_says_why() {
        const auto engine = load();
        Chat chat(*engine, "Anna");
        chat.say("My name is Nadia.");
        const int before = chat.say("What is my name?").summary.prompt_tokens;
        chat.request.messages.resize(3);
        const Heard edited = chat.say("What is the capital of France?");
        QCOMPARE(edited.summary.source, ResumeSource::checkpoint);
        QVERIFY(edited.summary.reused_tokens > 0 && edited.summary.reused_tokens < before);
        QVERIFY(divergence_in(edited) != nullptr);
        QCOMPARE(divergence_in(edited)->reason, RereadReason::edited_message);
    }

    void asking_again_is_no_divergence() {
        const auto engine = load();
        Chat chat(*engine, "Anna");
        const Heard first = chat.say("My name is Nadia.");
        chat.request.messages.pop_back();
        const Heard again = ask(*engine, chat.request);
        QCOMPARE(again.text, first.text);
        QCOMPARE(again.summary.reread_reason, RereadReason::none);
        QVERIFY(divergence_in(again) == nullptr);
        QVERIFY(again.summary.prompt_tokens - again.summary.reused_tokens < 12);
    }

    void changed_instructions_are_named() {
        const auto engine = load();
        Chat chat(*engine, "Anna", "chat");
        chat.say("My name is Nadia.");
        chat.request.messages[0].text = "You are a poet.";
        QTemporaryDir folder;
        QVERIFY(folder.isValid());
        const auto on_disk = load(parking_on_disk(folder));
        Chat keyed(*on_disk, "Anna", "chat");
        keyed.say("My name is Nadia.");
        keyed.request.messages[0].text = "You are a poet.";
        const Heard changed = keyed.say("What is my name?");
        QVERIFY(divergence_in(changed) != nullptr);
        QCOMPARE(divergence_in(changed)->reason, RereadReason::system_prompt);
    }

    void switching_between_two_chats_reads_neither_again() {
        const auto engine = load(parking_in_memory());
        Chat anna(*engine, "Anna");
        Chat bruno(*engine, "Bruno");
        anna.say("My name is Nadia.");
        bruno.say("My name is Tom.");
        for (int i = 0; i < 3; ++i) {
            const Heard a = anna.say("What is my name?");
            QCOMPARE(a.summary.source, ResumeSource::memory);
            QVERIFY(a.summary.reused_tokens > 0);
            QCOMPARE(bruno.say("What is my name?").summary.source, ResumeSource::memory);
        }
        QCOMPARE(engine->status().memory.in_memory, 1);
        QCOMPARE(engine->parked().size(), std::size_t{1});
        QVERIFY(engine->status().counters.resumes[static_cast<std::size_t>(ResumeSource::memory)] == 6);
    }

    void without_room_nothing_is_parked_and_the_answers_stay() {
        const auto engine = load(parking_in_memory(0));
        const auto roomy = load(parking_in_memory());
        Chat anna(*engine, "Anna"), bruno(*engine, "Bruno");
        Chat anna2(*roomy, "Anna"), bruno2(*roomy, "Bruno");
        QCOMPARE(anna.say("My name is Nadia.").text, anna2.say("My name is Nadia.").text);
        QCOMPARE(bruno.say("My name is Tom.").text, bruno2.say("My name is Tom.").text);
        const Heard back = anna.say("What is my name?");
        QCOMPARE(back.summary.reused_tokens, 0);
        QCOMPARE(back.text, anna2.say("What is my name?").text);
    }

    void a_one_shot_leaves_nothing_behind_and_loses_nothing() {
        const auto engine = load(parking_in_memory());
        const auto undisturbed = load(parking_in_memory());
        Chat anna(*engine, "Anna"), alone(*undisturbed, "Anna");
        anna.say("My name is Nadia.");
        alone.say("My name is Nadia.");
        for (int i = 0; i < 3; ++i) {
            Chat title(*engine, "a title writer " + std::to_string(i));
            title.request.keep_checkpoints = false;
            title.say("Say hello.");
            QCOMPARE(engine->status().memory.checkpoints, 0);
            QCOMPARE(engine->status().memory.in_memory, 1);  // Anna's
        }
        const Heard back = anna.say("What is my name?");
        QCOMPARE(back.summary.source, ResumeSource::memory);
        QCOMPARE(back.text, alone.say("What is my name?").text);
        QCOMPARE(engine->status().memory.in_memory, 0);
    }

    /// As a request for a title does: the whole conversation, and then something else than its next message.
    void a_one_shot_that_goes_on_from_a_conversation_leaves_it_as_it_is() {
        GenerationRequest chat;
        chat.sampling = SamplingOptions::greedy();
        chat.limits.max_tokens = 10;
        chat.raw_prompt = turn("My name is Nadia.");
        const auto engine = load(parking_in_memory());
        const Heard first = ask(*engine, chat);
        *chat.raw_prompt += first.text + "<|im_end|>\n";
        GenerationRequest title = chat;
        title.keep_checkpoints = false;
        *title.raw_prompt += turn("Write a title.");
        const int held = first.summary.prompt_tokens + first.summary.generated_tokens - 1;
        QCOMPARE(ask(*engine, title).summary.source, ResumeSource::live_session);
        QCOMPARE(engine->status().memory.in_memory, 1);
        // From what is parked now: it stays there for the next one.
        ask(*engine, question("Hello"));
        QCOMPARE(ask(*engine, title).summary.source, ResumeSource::memory);
        *chat.raw_prompt += turn("What is my name?");
        const Heard next = ask(*engine, chat);
        QCOMPARE(next.summary.source, ResumeSource::memory);
        QCOMPARE(next.summary.reused_tokens, held);
        QVERIFY(divergence_in(next) == nullptr);
        QCOMPARE(next.text, ask(*load(), chat).text);
    }

    void a_one_shot_with_an_id_is_not_written() {
        QTemporaryDir folder;
        QVERIFY(folder.isValid());
        const auto engine = load(parking_on_disk(folder));
        Chat chat(*engine, "Anna", "chat-1");
        chat.say("My name is Nadia.");
        const int tokens = engine->status().context_used;
        Chat title = chat;
        title.request.keep_checkpoints = false;
        title.say("Write a long title.");
        QVERIFY(engine->status().context_used > tokens);
        Chat other(*engine, "Bruno", "chat-2");
        other.request.keep_checkpoints = false;
        other.say("My name is Tom.");
        QVERIFY(!engine->park("chat-1"));
        QCOMPARE(engine->parked().size(), std::size_t{1});
        QCOMPARE(engine->parked().front().id, std::string("chat-1"));
        QCOMPARE(engine->parked().front().tokens, tokens);
    }

    void a_long_instruction_is_shared_by_new_conversations() {
        LoadOptions options = parking_in_memory();
        options.limits.root_checkpoint = 100;
        const auto engine = load(options);
        Chat first(*engine, "Anna");
        for (int i = 0; i < 20; ++i) {
            first.request.messages[0].text += " Answer number " + std::to_string(i) + " in one sentence.";
        }
        const std::string instructions = first.request.messages[0].text;
        first.say("My name is Nadia.");
        Chat second(*engine, "Anna");
        second.request.messages[0].text = instructions;
        const Heard heard = second.say("What is the capital of France?");
        QVERIFY(heard.summary.reused_tokens > 100);
        QCOMPARE(heard.summary.reread_reason, RereadReason::first_message);
        QVERIFY(divergence_in(heard) == nullptr);
        // The first one was not lost for it.
        QCOMPARE(first.say("What is my name?").summary.source, ResumeSource::memory);
    }

    void a_conversation_with_an_id_survives_a_restart() {
        QTemporaryDir folder;
        QVERIFY(folder.isValid());
        auto engine = load(parking_on_disk(folder));
        Chat chat(*engine, "Anna", "chat-1");
        chat.say("My name is Nadia.");
        const Heard before = chat.say("What is the capital of France?");
        const StateFingerprint state = engine->fingerprint();
        engine.reset();
        engine = load(parking_on_disk(folder));
        QCOMPARE(engine->parked().size(), std::size_t{1});
        QCOMPARE(engine->parked().front().tokens, static_cast<int>(state.tokens));
        chat.move_to(*engine);
        const Heard after = chat.say("What is my name?");
        QCOMPARE(after.summary.source, ResumeSource::disk);
        QVERIFY(after.summary.reused_tokens >= before.summary.prompt_tokens - 9);
        // The same as without a restart.
        const auto whole = load();
        chat.move_to(*whole);
        chat.request.messages.resize(chat.request.messages.size() - 2);
        const Heard again = chat.say("What is my name?");
        QCOMPARE(again.text, after.text);
        QVERIFY(first_difference(whole->fingerprint(), engine->fingerprint()).empty());
    }

    void ids_go_to_disk_only_and_the_others_to_memory_only() {
        QTemporaryDir folder;
        QVERIFY(folder.isValid());
        LoadOptions options = parking_on_disk(folder);
        options.limits.memory_parking_slots = 2;
        const auto engine = load(options);
        Chat keyed(*engine, "Anna", "chat-1");
        keyed.say("My name is Nadia.");
        for (int i = 0; i < 6; ++i) {
            Chat side(*engine, "Bruno " + std::to_string(i));
            side.say("Say a number.");
        }
        QTRY_VERIFY(!engine->status().memory.writing);
        int with_id = 0, without = 0;
        for (const ParkedConversation& parked : engine->parked()) {
            (parked.id.empty() ? without : with_id) += 1;
            QVERIFY(parked.id.empty() ? parked.where == ParkedWhere::memory : parked.where != ParkedWhere::memory);
        }
        QCOMPARE(with_id, 1);
        QCOMPARE(without, 2);
        const Heard back = keyed.say("What is my name?");
        QVERIFY(back.summary.source == ResumeSource::memory || back.summary.source == ResumeSource::disk);
        QVERIFY(back.summary.reused_tokens > 0);
    }

    void a_conversation_that_must_not_be_stored_is_only_in_memory() {
        QTemporaryDir folder;
        QVERIFY(folder.isValid());
        const auto engine = load(parking_on_disk(folder));
        Chat secret(*engine, "Anna", "secret");
        secret.request.may_store_on_disk = false;
        secret.say("My name is Nadia.");
        Chat other(*engine, "Bruno", "other");
        other.say("Hello.");
        for (const ParkedConversation& parked : engine->parked()) {
            QVERIFY(parked.id != "secret");
        }
        QCOMPARE(secret.say("What is my name?").summary.source, ResumeSource::memory);
    }

    void forgetting_drops_what_is_parked() {
        QTemporaryDir folder;
        QVERIFY(folder.isValid());
        const auto engine = load(parking_on_disk(folder));
        Chat anna(*engine, "Anna", "a");
        Chat bruno(*engine, "Bruno", "b");
        anna.say("My name is Nadia.");
        bruno.say("My name is Tom.");
        engine->forget("a");
        QCOMPARE(engine->parked().size(), std::size_t{1});
        QCOMPARE(anna.say("What is my name?").summary.reused_tokens, 0);
        QVERIFY(!engine->keep("nobody", true));
        QVERIFY(engine->keep("b", true).has_value());
        QVERIFY(std::ranges::any_of(engine->parked(), [](const auto& p) { return p.id == "b" && p.kept; }));
    }

    void a_forgotten_conversation_that_is_live_does_not_come_back() {
        QTemporaryDir folder;
        QVERIFY(folder.isValid());
        auto engine = load(parking_on_disk(folder));
        Chat anna(*engine, "Anna", "a");
        anna.say("My name is Nadia.");
        engine->forget("a");
        engine.reset();
        engine = load(parking_on_disk(folder));
        QVERIFY(engine->parked().empty());
        anna.move_to(*engine);
        QCOMPARE(anna.say("What is my name?").summary.reused_tokens, 0);
        engine->forget("a");
        QCOMPARE(anna.say("What is my name?").summary.reused_tokens, 0);
    }

    void a_stopped_reading_keeps_earlier_points_and_replaces_nothing() {
        QTemporaryDir folder;
        QVERIFY(folder.isValid());
        LoadOptions options = parking_on_disk(folder);
        options.chunk = 16;
        auto engine = load(options);
        Chat chat(*engine, "Anna", "chat");
        chat.say("My name is Nadia.");
        chat.say("What is the capital of France?");
        QVERIFY(engine->park("chat").has_value());
        QCOMPARE(engine->parked().size(), std::size_t{1});
        const int stored = engine->parked().front().tokens;
        GenerationRequest edited = chat.request;
        edited.messages.resize(1);
        edited.messages.push_back(message(Role::user, std::string(400, 'x')));
        std::stop_source source;
        int parts = 0;
        const auto stopped = engine->generate(
            edited,
            [&](const EngineEvent& event) {
                parts += std::holds_alternative<PromptProgress>(event) ? 1 : 0;
                if (parts == 2) {
                    source.request_stop();
                }
            },
            source.get_token());
        QVERIFY(stopped.has_value());
        QCOMPARE(stopped->reason, FinishReason::cancelled);
        // Nor if it is parked on purpose.
        QVERIFY(engine->park("chat").has_value());
        QCOMPARE(engine->parked().front().tokens, stored);
        Chat other(*engine, "Bruno", "other");
        other.say("Hello.");
        for (const ParkedConversation& parked : engine->parked()) {
            QVERIFY(parked.id != "chat" || parked.tokens == stored);
        }
        engine.reset();
        engine = load(options);
        for (const ParkedConversation& parked : engine->parked()) {
            QVERIFY(parked.id != "chat" || parked.tokens == stored);
        }
        chat.move_to(*engine);
        const Heard back = chat.say("What is my name?");
        QVERIFY(back.summary.reused_tokens > 0);
        // The same request again after a stop says what happened.
        const auto twice = engine->generate(edited, [](const EngineEvent&) {}, {});
        QVERIFY(twice.has_value());
    }

    void checkpoints_switched_off_read_everything_again() {
        LoadOptions options = parking_in_memory();
        options.limits.checkpoints = 0;
        const auto engine = load(options);
        Chat chat(*engine, "Anna");
        chat.say("My name is Nadia.");
        QCOMPARE(chat.say("What is my name?").summary.reused_tokens, 0);
        QCOMPARE(engine->status().memory.checkpoints, 0);
        LiveLimits limits = options.limits;
        limits.checkpoints = 6;
        QVERIFY(engine->apply(limits).has_value());
        chat.say("What is my name?");
        QVERIFY(chat.say("What is my name?").summary.reused_tokens > 0);
    }

    void periodic_checkpoints_are_taken_while_reading() {
        LoadOptions options = parking_in_memory();
        options.limits.checkpoint_spacing = 64;
        options.chunk = 32;
        const auto engine = load(options);
        Chat chat(*engine, "Anna");
        std::string text;
        for (int i = 0; i < 60; ++i) {
            text += " number " + std::to_string(i);
        }
        chat.say(text);
        QVERIFY(engine->status().memory.checkpoints > 2);
        // A long message that changes near its end goes back to a point inside it.
        chat.request.messages.resize(1);
        const Heard edited = chat.say(text + " and one more");
        QVERIFY(edited.summary.reused_tokens > 100);
    }

    void short_reads_through_windows_give_the_same_tokens() {
        LoadOptions windows = parking_in_memory();
        windows.limits.short_read = 64;
        const auto engine = load(windows);
        const auto plain = load(parking_in_memory());
        Chat left(*engine, "Anna"), right(*plain, "Anna");
        for (const char* text : {"My name is Nadia.", "What is my name?", "What is 2 + 3?"}) {
            QCOMPARE(left.say(text).text, right.say(text).text);
            QVERIFY(first_difference(engine->fingerprint(), plain->fingerprint()).empty());
        }
    }

    void a_folder_that_cannot_be_used_is_said_and_the_engine_works() {
        LoadOptions options = parking_in_memory();
        options.conversation_folder = "/proc/none/conversations";
        options.limits.disk_parking_bytes = 64 * kMiB;
        const auto engine = load(options);
        QVERIFY(!engine->status().memory.disk_problem.empty());
        Chat anna(*engine, "Anna", "a"), bruno(*engine, "Bruno", "b");
        anna.say("My name is Nadia.");
        bruno.say("My name is Tom.");
        QCOMPARE(anna.say("What is my name?").summary.source, ResumeSource::memory);
    }
};

STRATA_TEST(ConversationsTest);
#include "conversations_test.moc"
