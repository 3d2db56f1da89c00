// Whatever happens to the files: what is damaged is never used and goes away, and the longest intact beginning comes
// back.
#include <QtTest/QtTest>

#include <QTemporaryDir>
#include <random>

#include "support/test_registry.h"
#include "vault_audit.h"
#include "vault_samples.h"

using namespace strata;
using namespace strata::testing;

namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;

constexpr std::size_t kTokens = 1000;  // four pages
const std::vector<std::size_t> kCheckpoints{200, 700};

const ImageMaker& maker() {
    static const ImageMaker made(small_identity());
    return made;
}

/// A closed vault with one conversation, written in two parts so that its pages lie in two files.
void make_vault(const fs::path& path, const ConversationId& id = kId, std::uint32_t seed = 1) {
    auto vault = open_vault(path);
    vault->save(id, "", maker().make(tokens_of(seed, 600), {200}), kAlways);
    static_cast<void>(vault->flush());
    vault->save(id, "", maker().make(tokens_of(seed, kTokens), kCheckpoints), kAlways);
    static_cast<void>(vault->flush());
}

/// The files of the conversation with this stem, in the order of their numbers.
std::vector<fs::path> files_of(const fs::path& vault, const std::string& stem, const ConversationId& id = kId) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder_of(vault, id))) {
        if (entry.path().filename().string().starts_with(stem)) {
            found.push_back(entry.path());
        }
    }
    std::ranges::sort(found);
    return found;
}

/// What came back of the whole conversation: its length, or −1 if it is not exactly a beginning of what was saved.
int length_restored(ConversationVault& vault, const ConversationId& id = kId, std::uint32_t seed = 1) {
    auto tokens = tokens_of(seed, kTokens);
    const auto restored = vault.restore(id, prompt_after(tokens));
    if (!restored) {
        return -1;
    }
    if (!restored->image) {
        return 0;
    }
    tokens.resize(restored->image->content.size());
    return same_state(*restored->image, *maker().make(tokens)) ? static_cast<int>(tokens.size()) : -1;
}

/// Opens the vault after its files were changed and compares what comes back, then and after another start.
void expect_restored(const fs::path& path, int length, bool damaged) {
    auto vault = open_vault(path);
    const auto tokens = tokens_of(1, kTokens);
    const auto restored = vault->restore(kId, prompt_after(tokens));
    QVERIFY(restored);
    QCOMPARE(restored->reason == RereadReason::damaged, damaged);
    QCOMPARE(restored->image ? static_cast<int>(restored->image->content.size()) : 0, length);
    QCOMPARE(length_restored(*vault), length);
    vault = open_again(path, std::move(vault));
    QCOMPARE(length_restored(*vault), length);
    // What nobody has asked for has not been looked at, and stays.
    QVERIFY(!damaged || unreferenced_in(path, small_identity()).empty());
}

}  // namespace

class VaultDamageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void damage_leaves_the_longest_intact_beginning_data() {
        QTest::addColumn<QString>("stem");
        QTest::addColumn<int>("which");
        QTest::addColumn<int>("length");
        QTest::newRow("first pages") << "pages" << 0 << 0;
        QTest::newRow("last pages") << "pages" << 1 << 200;
        QTest::newRow("state at the end") << "live" << 0 << 700;
        QTest::newRow("a checkpoint that is not needed") << "ck" << 0 << 1000;
    }

    void damage_leaves_the_longest_intact_beginning() {
        QFETCH(QString, stem);
        QFETCH(int, which);
        QFETCH(int, length);
        const auto spoilers = std::vector<std::function<void(const fs::path&, const fs::path&)>>{
            [](const fs::path& file, const fs::path&) {  // a changed byte in the first payload
                Bytes bytes = read_file(file);
                bytes[5000] ^= std::byte{0x10};
                write_file(file, bytes);
            },
            [](const fs::path& file, const fs::path&) {  // in the header
                Bytes bytes = read_file(file);
                bytes[30] ^= std::byte{0x01};
                write_file(file, bytes);
            },
            [](const fs::path& file, const fs::path&) { fs::resize_file(file, 4096 + 100); },
            [](const fs::path& file, const fs::path&) { fs::resize_file(file, 0); },
            [](const fs::path& file, const fs::path&) { fs::remove(file); },
            [](const fs::path& file, const fs::path&) {  // a folder
                fs::remove(file);
                fs::create_directories(file / "inside");
            },
            [](const fs::path& file, const fs::path& elsewhere) {  // a link to the very same bytes
                fs::rename(file, elsewhere);
                fs::create_symlink(elsewhere, file);
            },
            [](const fs::path& file, const fs::path& elsewhere) { fs::create_hard_link(file, elsewhere); },
        };
        for (const auto& spoil : spoilers) {
            const QTemporaryDir folder(quick_folder());
            make_vault(vault_path(folder));
            spoil(files_of(vault_path(folder), stem.toStdString()).at(static_cast<std::size_t>(which)),
                  vault_path(folder).parent_path() / "elsewhere");
            expect_restored(vault_path(folder), length, length != 1000);
        }
    }

    void more_bytes_than_there_should_be_are_cut_off() {
        const QTemporaryDir folder(quick_folder());
        make_vault(vault_path(folder));
        for (const char* stem : {"pages", "live", "ck"}) {
            const fs::path file = files_of(vault_path(folder), stem).front();
            fs::resize_file(file, fs::file_size(file) + 100);
        }
        expect_restored(vault_path(folder), kTokens, false);
        QVERIFY(unreferenced_in(vault_path(folder), small_identity()).empty());
    }

    void a_changed_byte_anywhere_is_never_used() {
        const QTemporaryDir folder(quick_folder());
        make_vault(vault_path(folder));
        const fs::path original = vault_path(folder).parent_path() / "original";
        fs::rename(vault_path(folder), original);
        std::mt19937 random(7);
        for (const auto& entry : fs::directory_iterator(folder_of(original, kId))) {
            const fs::path name = entry.path().filename();
            const Bytes bytes = read_file(entry.path());
            // Every byte of what describes the file, and a sample of the rest.
            std::vector<std::size_t> places;
            for (std::size_t at = 0; at < std::min<std::size_t>(bytes.size(), 160); ++at) {
                places.push_back(at);
            }
            for (int i = 0; i < 60; ++i) {
                places.push_back(random() % bytes.size());
            }
            for (const std::size_t at : places) {
                fs::remove_all(vault_path(folder));
                fs::copy(original, vault_path(folder), fs::copy_options::recursive);
                Bytes changed = bytes;
                changed[at] ^= static_cast<std::byte>(1U << random() % 8);
                write_file(folder_of(vault_path(folder), kId) / name, changed);
                auto vault = open_vault(vault_path(folder));
                const int length = length_restored(*vault);
                QVERIFY2(length >= 0, qPrintable(QString::fromStdString(name.string()) + QString::number(at)));
                // Only the state of a checkpoint is not looked at for this prompt.
                QVERIFY(length < static_cast<int>(kTokens) || name.string().starts_with("ck"));
            }
        }
    }

    void a_damaged_conversation_is_saved_again_in_full() {
        const QTemporaryDir folder(quick_folder());
        make_vault(vault_path(folder));
        const fs::path file = files_of(vault_path(folder), "pages").front();
        Bytes bytes = read_file(file);
        bytes[5000] ^= std::byte{0x10};
        write_file(file, bytes);
        auto vault = open_vault(vault_path(folder));
        QCOMPARE(length_restored(*vault), 0);
        vault->save(kId, "", maker().make(tokens_of(1, kTokens), kCheckpoints), kAlways);
        QVERIFY(vault->flush());
        vault = open_again(vault_path(folder), std::move(vault));
        QCOMPARE(length_restored(*vault), static_cast<int>(kTokens));
    }

    void files_of_two_conversations_cannot_be_swapped_data() {
        QTest::addColumn<QString>("stem");
        for (const char* stem : {"manifest", "pages", "live", "ck"}) {
            QTest::newRow(stem) << stem;
        }
    }

    void files_of_two_conversations_cannot_be_swapped() {
        QFETCH(QString, stem);
        const QTemporaryDir folder(quick_folder());
        make_vault(vault_path(folder), kId, 1);
        make_vault(vault_path(folder), "other", 2);
        const auto left = files_of(vault_path(folder), stem.toStdString());
        const auto right = files_of(vault_path(folder), stem.toStdString(), "other");
        for (std::size_t i = 0; i < left.size(); ++i) {
            const Bytes bytes = read_file(left[i]);
            write_file(left[i], read_file(right[i]));
            write_file(right[i], bytes);
        }
        auto vault = open_vault(vault_path(folder));
        const int expected = stem == "live" ? 700 : stem == "ck" ? static_cast<int>(kTokens) : 0;
        QCOMPARE(length_restored(*vault), expected);
        QCOMPARE(length_restored(*vault, "other", 2), expected);
    }

    void a_manifest_of_another_installation_is_removed() {
        const QTemporaryDir folder(quick_folder()), other(quick_folder());
        make_vault(vault_path(folder));
        make_vault(vault_path(other));
        fs::copy(vault_path(other) / "secret", vault_path(folder) / "secret", fs::copy_options::overwrite_existing);
        std::vector<std::string> lines;
        VaultOptions options = test_options();
        options.log = [&](LogLevel, std::string_view line) { lines.emplace_back(line); };
        auto vault = open_vault(vault_path(folder), small_identity(), ample_limits(), options);
        QVERIFY(vault->list().empty());
        QVERIFY(!fs::exists(folder_of(vault_path(folder), kId)));
        QCOMPARE(lines.size(), std::size_t{1});
        QVERIFY(lines[0].find("seal") != std::string::npos);
    }

    void a_lost_secret_is_made_anew_and_nothing_old_is_trusted() {
        const QTemporaryDir folder(quick_folder());
        make_vault(vault_path(folder));
        write_file(vault_path(folder) / "secret", Bytes(31));
        auto vault = open_vault(vault_path(folder));
        QVERIFY(vault->list().empty());
        vault->save(kId, "", maker().make(tokens_of(1, kTokens)), kAlways);
        vault = open_again(vault_path(folder), std::move(vault));
        QCOMPARE(length_restored(*vault), static_cast<int>(kTokens));
    }

    void leftovers_are_swept_and_strangers_left_alone() {
        const QTemporaryDir folder(quick_folder());
        make_vault(vault_path(folder));
        const fs::path inside = folder_of(vault_path(folder), kId);
        const fs::path abandoned = folder_of(vault_path(folder), "abandoned");
        fs::create_directories(abandoned);
        write_file(abandoned / "pages-1.bin", Bytes(100));
        write_file(inside / "pages-77.bin", Bytes(100));
        write_file(inside / "manifest.0123abcd.tmp", Bytes(100));
        write_file(vault_path(folder) / "secret.0123abcd.tmp", Bytes(100));
        for (const fs::path& stranger : {inside / "notes.txt", inside / "pages-x.bin", vault_path(folder) / "readme"}) {
            write_file(stranger, Bytes(100));
        }
        auto vault = open_vault(vault_path(folder));
        QVERIFY(!fs::exists(abandoned));
        QVERIFY(!fs::exists(inside / "pages-77.bin"));
        QVERIFY(!fs::exists(inside / "manifest.0123abcd.tmp"));
        QVERIFY(!fs::exists(vault_path(folder) / "secret.0123abcd.tmp"));
        vault->forget(kId);
        for (const fs::path& stranger : {inside / "notes.txt", inside / "pages-x.bin", vault_path(folder) / "readme"}) {
            QVERIFY(fs::exists(stranger));
        }
    }

    void a_link_or_a_file_in_place_of_a_conversation_goes_away() {
        const QTemporaryDir folder(quick_folder());
        make_vault(vault_path(folder));
        const fs::path target = vault_path(folder).parent_path() / "target";
        fs::rename(folder_of(vault_path(folder), kId), target);
        fs::create_directory_symlink(target, folder_of(vault_path(folder), kId));
        write_file(folder_of(vault_path(folder), "other"), Bytes(10));
        auto vault = open_vault(vault_path(folder));
        QVERIFY(vault->list().empty());
        QVERIFY(!fs::exists(fs::symlink_status(folder_of(vault_path(folder), kId))));
        QVERIFY(!fs::exists(folder_of(vault_path(folder), "other")));
        QVERIFY(fs::exists(target / "manifest"));
    }

#ifndef _WIN32
    void others_are_locked_out_again() {
        const QTemporaryDir folder(quick_folder());
        make_vault(vault_path(folder));
        QVERIFY(unreferenced_in(vault_path(folder), small_identity()).empty());
        fs::permissions(vault_path(folder), fs::perms::all);
        fs::permissions(folder_of(vault_path(folder), kId), fs::perms::all);
        fs::permissions(folder_of(vault_path(folder), kId) / "manifest", fs::perms::all);
        auto vault = open_vault(vault_path(folder));
        QCOMPARE(fs::status(vault_path(folder)).permissions(), fs::perms::owner_all);
        QVERIFY(unreferenced_in(vault_path(folder), small_identity()).empty());
        QCOMPARE(length_restored(*vault), static_cast<int>(kTokens));
    }
#endif
};

STRATA_TEST(VaultDamageTest);

#include "vault_damage_test.moc"
