#include <QtTest/QtTest>

#include <QTemporaryDir>

#include "support/test_registry.h"
#include "vault_samples.h"

using namespace strata;
using namespace strata::testing;

class VaultRoundTripTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_restart_brings_back_every_field() {
        const QTemporaryDir folder;
        const ImageMaker maker(small_identity());
        const auto tokens = tokens_of(1, 700);
        const auto image = copy_of(*maker.make(tokens, {300, 650}, true));
        image->content.pictures = {{20, {1, 2}}, {400, {3, 0xFFFFFFFFFFFFFFFF}}};
        open_vault(vault_path(folder))->save(kId, "A title", image, kAlways);

        const auto vault = open_vault(vault_path(folder));
        TokenSequence prompt = prompt_after(tokens);
        prompt.pictures = image->content.pictures;
        const VaultMatch match = vault->find(kId, prompt);
        QCOMPARE(match.match.length, std::size_t{700});
        QVERIFY(match.match.whole);
        QCOMPARE(match.source, ResumeSource::disk);
        QCOMPARE(match.reason, RereadReason::none);
        const auto restored = vault->restore(kId, prompt);
        QVERIFY(restored);
        QVERIFY(same_state(*restored->image, *image));
        QCOMPARE(restored->source, ResumeSource::disk);
        QCOMPARE(restored->reason, RereadReason::none);
        QVERIFY(restored->bytes > 0);
    }

    void a_restart_brings_back_what_lists_show() {
        const QTemporaryDir folder;
        VaultOptions options = test_options();
        const auto now = std::chrono::system_clock::time_point(std::chrono::seconds(1'800'000'000));
        options.now = [now] { return now; };
        const ImageMaker maker(small_identity());
        {
            const auto vault = open_vault(vault_path(folder), small_identity(), ample_limits(), options);
            vault->save(kId, "A title", maker.make(tokens_of(1, 700), {300}), kAlways);
            QVERIFY(vault->flush());
            QVERIFY(vault->keep(kId, true));
        }
        const auto list = open_vault(vault_path(folder))->list();
        QCOMPARE(list.size(), std::size_t{1});
        QCOMPARE(list[0].id, kId);
        QCOMPARE(list[0].title, std::string("A title"));
        QCOMPARE(list[0].model_name, std::string("Small Model"));
        QCOMPARE(list[0].tokens, 700);
        QVERIFY(list[0].bytes > 0);
        QCOMPARE(list[0].where, ParkedWhere::disk);
        QCOMPARE(list[0].fit, ParkedFit::fine);
        QVERIFY(list[0].kept);
        QCOMPARE(list[0].last_used, now);
    }

    void every_kv_type_comes_back_data() {
        QTest::addColumn<int>("type");
        QTest::newRow("f32") << static_cast<int>(KvType::f32);
        QTest::newRow("f16") << static_cast<int>(KvType::f16);
        QTest::newRow("int8") << static_cast<int>(KvType::int8);
    }

    void every_kv_type_comes_back() {
        QFETCH(int, type);
        const QTemporaryDir folder;
        VaultIdentity identity = small_identity();
        identity.kv.type = static_cast<KvType>(type);
        const auto tokens = tokens_of(3, 300);
        const ConversationImagePtr image = ImageMaker(identity).make(tokens);
        open_vault(vault_path(folder), identity)->save(kId, "", image, kAlways);
        const auto restored = open_vault(vault_path(folder), identity)->restore(kId, prompt_after(tokens));
        QVERIFY(restored && restored->image);
        QVERIFY(same_state(*restored->image, *image));
    }

    void a_model_without_recurrent_layers_is_parked_too() {
        const QTemporaryDir folder;
        VaultIdentity identity = small_identity();
        identity.running = {};
        const auto tokens = tokens_of(3, 300);
        const ConversationImagePtr image = ImageMaker(identity).make(tokens, {100});
        open_vault(vault_path(folder), identity)->save(kId, "", image, kAlways);
        const auto restored = open_vault(vault_path(folder), identity)->restore(kId, prompt_after(tokens));
        QVERIFY(restored && restored->image);
        QVERIFY(same_state(*restored->image, *image));
    }

    void a_checkpoint_comes_back_with_the_content_before_it() {
        const QTemporaryDir folder;
        const ImageMaker maker(small_identity());
        auto tokens = tokens_of(1, 700);
        open_vault(vault_path(folder))->save(kId, "", maker.make(tokens, {300, 650}), kAlways);

        const auto vault = open_vault(vault_path(folder));
        tokens[400] = -1;
        const auto restored = vault->restore(kId, prompt_after(tokens));
        QVERIFY(restored && restored->image);
        QCOMPARE(restored->reason, RereadReason::edited_message);
        tokens.resize(300);
        QVERIFY(same_state(*restored->image, *maker.make(tokens)));
        QCOMPARE(restored->image->kv.pages().size(), std::size_t{2});
    }

    void a_conversation_in_memory_comes_back_without_a_file() {
        const QTemporaryDir folder;
        VaultLimits limits = ample_limits();
        limits.memory_bytes = std::uint64_t{1} << 30;
        const ImageMaker maker(small_identity());
        auto tokens = tokens_of(1, 700);
        const ConversationImagePtr image = maker.make(tokens, {300, 650});
        const auto vault = open_vault(vault_path(folder), small_identity(), limits);
        vault->save(kId, "", image, kAlways);
        QVERIFY(vault->flush());
        auto restored = vault->restore(kId, prompt_after(tokens));
        QVERIFY(restored);
        QCOMPARE(restored->source, ResumeSource::memory);
        QCOMPARE(restored->bytes, std::uint64_t{0});
        QCOMPARE(restored->image, image);

        tokens[400] = -1;
        restored = vault->restore(kId, prompt_after(tokens));
        QVERIFY(restored);
        tokens.resize(300);
        QVERIFY(same_state(*restored->image, *maker.make(tokens)));
        QCOMPARE(restored->image->checkpoints.size(), std::size_t{1});
        QVERIFY(restored->image->kv.pages()[0] == image->kv.pages()[0]);
    }

    void a_restored_conversation_is_in_memory_afterwards() {
        const QTemporaryDir folder;
        VaultLimits limits = ample_limits();
        limits.memory_bytes = std::uint64_t{1} << 30;
        const auto tokens = tokens_of(1, 700);
        open_vault(vault_path(folder))->save(kId, "", ImageMaker(small_identity()).make(tokens), kAlways);
        const auto vault = open_vault(vault_path(folder), small_identity(), limits);
        QCOMPARE(vault->restore(kId, prompt_after(tokens))->source, ResumeSource::disk);
        QCOMPARE(vault->restore(kId, prompt_after(tokens))->source, ResumeSource::memory);
        QCOMPARE(vault->status().in_memory, 1);
        QCOMPARE(vault->list()[0].where, ParkedWhere::memory_and_disk);
    }

    void an_unknown_conversation_is_its_first_message() {
        const QTemporaryDir folder;
        const auto vault = open_vault(vault_path(folder));
        const VaultMatch match = vault->find("never seen", prompt_after({1, 2, 3}));
        QCOMPARE(match.match.length, std::size_t{0});
        QCOMPARE(match.source, ResumeSource::nothing);
        QCOMPARE(match.reason, RereadReason::first_message);
        const auto restored = vault->restore("never seen", prompt_after({1, 2, 3}));
        QVERIFY(restored);
        QVERIFY(restored->image == nullptr);
    }

    void a_forgotten_conversation_leaves_nothing() {
        const QTemporaryDir folder;
        const auto tokens = tokens_of(1, 700);
        const auto vault = open_vault(vault_path(folder));
        vault->save(kId, "", ImageMaker(small_identity()).make(tokens), kAlways);
        vault->forget(kId);
        QVERIFY(vault->flush());
        QVERIFY(vault->list().empty());
        QVERIFY(!std::filesystem::exists(folder_of(vault_path(folder), kId)));
        QCOMPARE(vault->find(kId, prompt_after(tokens)).reason, RereadReason::first_message);
        QCOMPARE(vault->keep(kId, true).error().code, ErrorCode::not_found);
    }

    void any_bytes_may_name_a_conversation() {
        const QTemporaryDir folder;
        const auto tokens = tokens_of(1, 300);
        const ConversationImagePtr image = ImageMaker(small_identity()).make(tokens);
        const std::vector<ConversationId> ids{"../../escape", std::string("a\0b", 3), "/", std::string(256, '\xFF')};
        {
            const auto vault = open_vault(vault_path(folder));
            for (const ConversationId& id : ids) {
                vault->save(id, "", image, kAlways);
            }
            vault->save("", "", image, kAlways);
            vault->save(std::string(257, 'x'), "", image, kAlways);
        }
        const auto vault = open_vault(vault_path(folder));
        QCOMPARE(vault->list().size(), ids.size());
        for (const ConversationId& id : ids) {
            QVERIFY(vault->restore(id, prompt_after(tokens))->image != nullptr);
            QVERIFY(std::filesystem::exists(folder_of(vault_path(folder), id)));
        }
    }

    void a_long_title_is_cut_at_a_character() {
        const QTemporaryDir folder;
        std::string title(1023, 'x');
        title += "\u00e9\u00e9";
        const auto vault = open_vault(vault_path(folder));
        vault->save(kId, title, ImageMaker(small_identity()).make(tokens_of(1, 300)), kAlways);
        QCOMPARE(vault->list()[0].title, std::string(1023, 'x'));
    }

    void an_image_that_does_not_hang_together_is_not_kept() {
        const QTemporaryDir folder;
        const ImageMaker maker(small_identity());
        const auto vault = open_vault(vault_path(folder));
        const auto short_state = copy_of(*maker.make(tokens_of(1, 300)));
        short_state->running.position = 299;
        const auto few_pages = copy_of(*maker.make(tokens_of(1, 300)));
        few_pages->kv = few_pages->kv.share(256);
        const auto late = copy_of(*maker.make(tokens_of(1, 300)));
        late->checkpoints = maker.make(tokens_of(1, 400), {350})->checkpoints;
        for (const auto& image : {short_state, few_pages, late}) {
            vault->save(kId, "", image, kAlways);
        }
        QVERIFY(vault->list().empty());
        const auto bad_cuts = copy_of(*maker.make(tokens_of(1, 300)));
        bad_cuts->cuts = {200, 100, 300};
        vault->save(kId, "", bad_cuts, kAlways);
        QVERIFY(!vault->flush());
        QCOMPARE(vault->status().on_disk, 0);
    }
};

STRATA_TEST(VaultRoundTripTest);

#include "vault_round_trip_test.moc"
