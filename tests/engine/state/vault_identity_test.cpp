#include <QtTest/QtTest>

#include <atomic>
#include <QTemporaryDir>

#include "support/test_registry.h"
#include "vault_audit.h"
#include "vault_samples.h"

using namespace strata;
using namespace strata::testing;

namespace {

using Change = std::function<void(VaultIdentity&)>;

const std::map<std::string, Change>& changes() {
    static const std::map<std::string, Change> all{
        {"K/V type", [](VaultIdentity& i) { i.kv.type = KvType::f16; }},
        {"layers", [](VaultIdentity& i) { i.kv.layers = 3; }},
        {"heads", [](VaultIdentity& i) { std::swap(i.kv.heads, i.kv.layers), i.kv.heads = 4, i.kv.layers = 1; }},
        {"backend", [](VaultIdentity& i) { i.backend = "cuda"; }},
        {"running state", [](VaultIdentity& i) { std::swap(i.running.conv_rows, i.running.conv_channels); }},
        {"last ids", [](VaultIdentity& i) { i.running.ngram_ids = 3; }},
    };
    return all;
}

VaultOptions at_day(std::shared_ptr<std::atomic<int>> day) {
    VaultOptions options = test_options();
    options.now = [day] { return std::chrono::system_clock::time_point(std::chrono::hours(24 * (20'000 + *day))); };
    return options;
}

void make_vault(const std::filesystem::path& path) {
    open_vault(path)->save(kId, "A title", ImageMaker(small_identity()).make(tokens_of(1, 600)), kAlways);
}

}  // namespace

class VaultIdentityTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void states_of_another_model_are_listed_and_never_used() {
        const QTemporaryDir folder(quick_folder());
        make_vault(vault_path(folder));
        VaultIdentity other = small_identity();
        other.model = "model-digest-2";
        other.model_name = "Other Model";
        auto vault = open_vault(vault_path(folder), other);
        const auto list = vault->list();
        QCOMPARE(list.size(), std::size_t{1});
        QCOMPARE(list[0].fit, ParkedFit::other_model);
        QCOMPARE(list[0].model_name, std::string("Small Model"));
        QCOMPARE(list[0].title, std::string("A title"));
        const TokenSequence prompt = prompt_after(tokens_of(1, 600));
        QCOMPARE(vault->find(kId, prompt).reason, RereadReason::other_model);
        QCOMPARE(vault->find(kId, prompt).match.length, std::size_t{0});
        QVERIFY(vault->restore(kId, prompt)->image == nullptr);
        QVERIFY(vault->keep(kId, true));
        vault.reset();
        vault = open_vault(vault_path(folder));
        QVERIFY(vault->list()[0].kept);
        QVERIFY(vault->restore(kId, prompt)->image != nullptr);
    }

    void a_model_that_was_only_renamed_is_the_same() {
        const QTemporaryDir folder(quick_folder());
        make_vault(vault_path(folder));
        VaultIdentity renamed = small_identity();
        renamed.model_name = "Renamed";
        auto vault = open_vault(vault_path(folder), renamed);
        QVERIFY(vault->restore(kId, prompt_after(tokens_of(1, 600)))->image != nullptr);
    }

    void states_of_other_settings_are_listed_and_never_used_data() {
        QTest::addColumn<QString>("what");
        for (const auto& [what, change] : changes()) {
            QTest::newRow(what.c_str()) << QString::fromStdString(what);
        }
    }

    void states_of_other_settings_are_listed_and_never_used() {
        QFETCH(QString, what);
        const QTemporaryDir folder(quick_folder());
        make_vault(vault_path(folder));
        VaultIdentity other = small_identity();
        changes().at(what.toStdString())(other);
        auto vault = open_vault(vault_path(folder), other);
        QCOMPARE(vault->list().at(0).fit, ParkedFit::other_settings);
        QVERIFY(vault->restore(kId, prompt_after(tokens_of(1, 600)))->image == nullptr);
        QCOMPARE(vault->find(kId, prompt_after(tokens_of(1, 600))).reason, RereadReason::other_model);
    }

    void a_new_state_takes_the_place_of_one_that_does_not_fit() {
        const QTemporaryDir folder(quick_folder());
        make_vault(vault_path(folder));
        VaultIdentity other = small_identity();
        other.kv.type = KvType::f32;
        auto vault = open_vault(vault_path(folder), other);
        const ConversationImagePtr image = ImageMaker(other).make(tokens_of(1, 700));
        vault->save(kId, "", image, kAlways);
        QVERIFY(vault->flush());
        QCOMPARE(vault->list().at(0).fit, ParkedFit::fine);
        vault.reset();
        vault = open_vault(vault_path(folder), other);
        QVERIFY(same_state(*vault->restore(kId, prompt_after(tokens_of(1, 700)))->image, *image));
        QVERIFY(unreferenced_in(vault_path(folder), other).empty());
    }

    void what_does_not_fit_for_a_week_is_removed() {
        const QTemporaryDir folder(quick_folder());
        make_vault(vault_path(folder));
        VaultIdentity other = small_identity();
        other.model = "model-digest-2";
        const auto day = std::make_shared<std::atomic<int>>(0);
        const auto count = [&](const VaultIdentity& identity) {
            return open_vault(vault_path(folder), identity, ample_limits(), at_day(day))->list().size();
        };
        QCOMPARE(count(other), std::size_t{1});
        *day = 6;
        QCOMPARE(count(other), std::size_t{1});
        // It fits in between: the week begins anew.
        QCOMPARE(count(small_identity()), std::size_t{1});
        *day = 12;
        QCOMPARE(count(other), std::size_t{1});
        // A clock that goes back does not keep it for ever.
        *day = 2;
        QCOMPARE(count(other), std::size_t{1});
        *day = 9;
        QCOMPARE(count(other), std::size_t{0});
        QVERIFY(!std::filesystem::exists(folder_of(vault_path(folder), kId)));
    }

    void one_that_does_not_fit_makes_room_like_any_other() {
        const QTemporaryDir folder(quick_folder());
        make_vault(vault_path(folder));
        VaultIdentity other = small_identity();
        other.model = "model-digest-2";
        VaultLimits limits = ample_limits();
        auto vault = open_vault(vault_path(folder), other, limits);
        limits.disk_bytes = vault->status().disk_bytes * 3 / 2;
        vault->set_limits(limits);
        vault->save("new", "", ImageMaker(other).make(tokens_of(1, 600)), kAlways);
        QVERIFY(vault->flush());
        QCOMPARE(vault->list().size(), std::size_t{1});
        QCOMPARE(vault->list()[0].id, std::string("new"));
    }
};

STRATA_TEST(VaultIdentityTest);

#include "vault_identity_test.moc"
