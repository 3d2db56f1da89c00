// Manifests that somebody made who knows the secret, and bytes that nobody made.
#include "state/vault/manifest.h"

#include <QtTest/QtTest>

#include <random>

#include "base/little_endian.h"
#include "state/vault/byte_reader.h"
#include "state/vault/byte_writer.h"
#include "state/vault/fingerprint.h"
#include "state/vault/vault_context.h"
#include "support/test_registry.h"
#include "vault_samples.h"

using namespace strata;
using namespace strata::testing;

namespace {

using Bytes = std::vector<std::byte>;
using Change = std::function<void(Manifest&)>;

ManifestRules rules() {
    ManifestRules made;
    made.identity = small_identity();
    made.fingerprint = fingerprint_of(made.identity);
    made.secret.fill(std::byte{42});
    return made;
}

Manifest good() {
    Manifest manifest;
    manifest.card = {kId, "A title", small_identity().model, small_identity().model_name, 600, true, 123'456'789};
    manifest.content = {tokens_of(1, 600), {{20, {1, 2}}, {40, {3, 4}}}};
    manifest.cuts = {100, 300, 600};
    manifest.files = {{1, 0, 4, 2}, {5, 2, 1, 1}};
    manifest.pages = {{1, 1}, {2, 2}, {3, 3}};
    manifest.live = StoredState{2, {7, 8}, 600, {4, 5}};
    manifest.checkpoints = {{CheckpointKind::root, {3, {9, 9}, 300, {1, -1}}},
                            {CheckpointKind::turn, {4, {1, 0}, 600, {4, 5}}}};
    return manifest;
}

Result<ReadManifest> reread(const Manifest& manifest) {
    const Sha256 name = digest_of_id(kId);
    return decode_manifest(encode_manifest(manifest, name, rules()), name, rules());
}

/// With a right seal, whatever lies below it.
Bytes sealed_again(Bytes bytes) {
    bytes.resize(bytes.size() - sizeof(Sha256));
    const Sha256 seal = hmac_sha256(rules().secret, bytes);
    bytes.insert(bytes.end(), seal.begin(), seal.end());
    return bytes;
}

}  // namespace

class ManifestTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_field_comes_back() {
        const auto read = reread(good());
        QVERIFY(read);
        QCOMPARE(read->fit, ParkedFit::fine);
        const Sha256 name = digest_of_id(kId);
        QVERIFY(encode_manifest(read->manifest, name, rules()) == encode_manifest(good(), name, rules()));
        QVERIFY(read->manifest.content == good().content);
        QCOMPARE(read->manifest.card.last_used, good().card.last_used);
        QCOMPARE(read->manifest.checkpoints.at(0).state.last_ids, (std::vector<std::int32_t>{1, -1}));
    }

    void numbers_that_do_not_fit_together_are_refused_data() {
        QTest::addColumn<int>("which");
        for (std::size_t i = 0; i < hostile().size(); ++i) {
            QTest::addRow("%s", hostile()[i].first) << static_cast<int>(i);
        }
    }

    void numbers_that_do_not_fit_together_are_refused() {
        QFETCH(int, which);
        Manifest manifest = good();
        hostile()[static_cast<std::size_t>(which)].second(manifest);
        const auto read = reread(manifest);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::bad_file);
    }

    void a_count_larger_than_the_file_allocates_nothing() {
        // Each 64-bit number of the body becomes enormous in turn; the sanitizers' limits would show an allocation.
        const Sha256 name = digest_of_id(kId);
        const Bytes bytes = encode_manifest(good(), name, rules());
        int refused = 0;
        for (std::size_t at = 16; at + 8 + sizeof(Sha256) < bytes.size(); at += 4) {
            for (const std::uint64_t value : {~std::uint64_t{0}, std::uint64_t{1} << 61, std::uint64_t{0xFFFFFFFF}}) {
                Bytes changed = bytes;
                store_little_endian(changed.data() + at, value);
                const auto read = decode_manifest(sealed_again(changed), name, rules());
                refused += read ? 0 : 1;
                if (read && read->fit == ParkedFit::fine) {
                    QVERIFY(is_consistent(read->manifest, rules()));
                }
            }
        }
        QVERIFY(refused > 100);
    }

    void random_changes_with_a_right_seal_never_break_the_reader() {
        const Sha256 name = digest_of_id(kId);
        const Bytes bytes = encode_manifest(good(), name, rules());
        std::mt19937 random(3);
        int fine = 0;
        for (int round = 0; round < 30'000; ++round) {
            Bytes changed = bytes;
            const std::size_t changes = 1 + random() % 3;
            for (std::size_t i = 0; i < changes; ++i) {
                changed[random() % changed.size()] = static_cast<std::byte>(random());
            }
            if (random() % 4 == 0) {
                changed.resize(sizeof(Sha256) + random() % (changed.size() - sizeof(Sha256)));
            }
            const auto read = decode_manifest(sealed_again(changed), name, rules());
            if (read && read->fit == ParkedFit::fine) {
                QVERIFY(is_consistent(read->manifest, rules()));
                ++fine;
            }
        }
        QVERIFY(fine > 0);
    }

    void any_bytes_without_a_right_seal_are_refused() {
        const Sha256 name = digest_of_id(kId);
        const Bytes bytes = encode_manifest(good(), name, rules());
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            Bytes changed = bytes;
            changed[at] ^= std::byte{1};
            QVERIFY(!decode_manifest(changed, name, rules()));
            changed = bytes;
            changed.resize(at);
            QVERIFY(!decode_manifest(changed, name, rules()));
        }
        QVERIFY(!decode_manifest(bytes, digest_of_id("another"), rules()));
    }

    void another_version_shows_its_card() {
        const Sha256 name = digest_of_id(kId);
        Bytes bytes = encode_manifest(good(), name, rules());
        store_little_endian(bytes.data() + 8, std::uint32_t{999});
        const auto read = decode_manifest(sealed_again(bytes), name, rules());
        QVERIFY(read);
        QCOMPARE(read->fit, ParkedFit::other_settings);
        QCOMPARE(read->manifest.card.title, std::string("A title"));
    }

    void a_new_card_changes_nothing_else() {
        const Sha256 name = digest_of_id(kId);
        const Bytes bytes = encode_manifest(good(), name, rules());
        Manifest expected = good();
        expected.card.title = "Another, longer title";
        expected.card.kept = false;
        QVERIFY(with_card(bytes, expected.card, rules().secret) == encode_manifest(expected, name, rules()));
    }

    void cutting_leaves_the_deepest_checkpoint() {
        Manifest manifest = good();
        manifest.truncate(599);
        QCOMPARE(manifest.content.size(), std::size_t{300});
        QVERIFY(!manifest.live);
        QCOMPARE(manifest.cuts, (std::vector<std::uint32_t>{100, 300}));
        QCOMPARE(manifest.pages.size(), std::size_t{2});
        QCOMPARE(manifest.files.size(), std::size_t{1});
        QVERIFY(is_consistent(manifest, rules()));
        manifest.truncate(299);
        QCOMPARE(manifest.content.size(), std::size_t{0});
        QVERIFY(!is_consistent(manifest, rules()));
    }

    void a_page_is_found_in_its_file() {
        const Manifest manifest = good();
        QCOMPARE(manifest.file_of(0).number, std::uint64_t{1});
        QCOMPARE(manifest.file_of(1).number, std::uint64_t{1});
        QCOMPARE(manifest.file_of(2).number, std::uint64_t{5});
    }

private:
    static const std::vector<std::pair<const char*, Change>>& hostile() {
        static const std::vector<std::pair<const char*, Change>> all{
            {"no tokens", [](Manifest& m) { m.content = {}; }},
            {"the card counts other tokens", [](Manifest& m) { m.card.tokens = 601; }},
            {"a picture behind the end", [](Manifest& m) { m.content.pictures[1].position = 600; }},
            {"pictures out of order", [](Manifest& m) { m.content.pictures[1].position = 20; }},
            {"cuts out of order",
             [](Manifest& m) {
                 m.cuts = {300, 100, 600};
             }},
            {"a cut behind the end",
             [](Manifest& m) {
                 m.cuts = {100, 601};
             }},
            {"no cut at the end",
             [](Manifest& m) {
                 m.cuts = {100, 300};
             }},
            {"too few pages", [](Manifest& m) { m.pages.pop_back(), m.files.pop_back(); }},
            {"too many pages",
             [](Manifest& m) {
                 m.pages.push_back({1, 1}), m.files[1] = {5, 2, 2, 2};
             }},
            {"a gap between files", [](Manifest& m) { m.files[1].first_page = 3; }},
            {"an overlap of files", [](Manifest& m) { m.files[1].first_page = 1; }},
            {"more used than written", [](Manifest& m) { m.files[0].written = 1; }},
            {"an empty file",
             [](Manifest& m) {
                 m.files.push_back({9, 3, 1, 0});
             }},
            {"a count that wraps", [](Manifest& m) { m.files[0].used = ~std::uint64_t{0}; }},
            {"an enormous file", [](Manifest& m) { m.files[1].written = std::uint64_t{1} << 60; }},
            {"one number for two files", [](Manifest& m) { m.files[1].number = 1; }},
            {"one number for a file and a state", [](Manifest& m) { m.live->number = 5; }},
            {"number zero", [](Manifest& m) { m.live->number = 0; }},
            {"an enormous number", [](Manifest& m) { m.live->number = kLargestPartNumber + 1; }},
            {"a state before the end", [](Manifest& m) { m.live->position = 599; }},
            {"too many last ids", [](Manifest& m) { m.live->last_ids.push_back(1); }},
            {"a checkpoint behind the end", [](Manifest& m) { m.checkpoints[1].state.position = 601; }},
            {"a checkpoint at nothing", [](Manifest& m) { m.checkpoints[0].state.position = 0; }},
            {"two checkpoints at one place", [](Manifest& m) { m.checkpoints[1].state.position = 300; }},
            {"a checkpoint of no kind", [](Manifest& m) { m.checkpoints[0].kind = static_cast<CheckpointKind>(9); }},
            {"no last ids", [](Manifest& m) { m.checkpoints[0].state.last_ids.clear(); }},
            {"no state at all", [](Manifest& m) { m.live.reset(), m.checkpoints.clear(); }},
            {"another id", [](Manifest& m) { m.card.id = "another"; }},
            {"an id that is too long", [](Manifest& m) { m.card.id.assign(257, 'x'); }},
            {"a title that is too long", [](Manifest& m) { m.card.title.assign(1025, 'x'); }},
        };
        return all;
    }
};

STRATA_TEST(ManifestTest);

#include "manifest_test.moc"
