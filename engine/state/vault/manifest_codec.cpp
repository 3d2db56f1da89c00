#include <algorithm>
#include <set>
#include <utility>

#include "base/error.h"
#include "state/vault/byte_reader.h"
#include "state/vault/byte_writer.h"
#include "state/vault/fingerprint.h"
#include "state/vault/manifest.h"

namespace strata {
namespace {

constexpr std::string_view kMagic = "STRATAMF";
constexpr std::string_view kEndMagic = "STRATAME";
constexpr std::uint32_t kHeaderBytes = 64;
constexpr std::size_t kSealBytes = sizeof(Sha256);
constexpr std::size_t kLongestText = 4096;
constexpr std::size_t kMostLastIds = 4096;

tl::unexpected<Error> refused(const char* what) {
    return fail(ErrorCode::bad_file, std::string("manifest: ") + what);
}

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

void put_card(ByteWriter& out, const ManifestCard& card) {
    out.text(card.id);
    out.text(card.title);
    out.text(card.model);
    out.text(card.model_name);
    out.number(card.tokens);
    out.number(static_cast<std::uint32_t>(card.kept));
    out.number(card.last_used);
}

ManifestCard take_card(ByteReader& in) {
    ManifestCard card;
    card.id = in.text(kLongestConversationId);
    card.title = in.text(kLongestTitle);
    card.model = in.text(kLongestText);
    card.model_name = in.text(kLongestText);
    card.tokens = in.number<std::uint64_t>();
    card.kept = in.number<std::uint32_t>() != 0;
    card.last_used = in.number<std::int64_t>();
    return card;
}

void put_digest(ByteWriter& out, const std::array<std::uint64_t, 2>& digest) {
    out.number(digest[0]);
    out.number(digest[1]);
}

std::array<std::uint64_t, 2> take_digest(ByteReader& in) {
    const auto low = in.number<std::uint64_t>();
    return {low, in.number<std::uint64_t>()};
}

void put_state(ByteWriter& out, const StoredState& state) {
    out.number(state.number);
    put_digest(out, state.digest);
    out.number(state.position);
    out.list(state.last_ids);
}

StoredState take_state(ByteReader& in) {
    StoredState state;
    state.number = in.number<std::uint64_t>();
    state.digest = take_digest(in);
    state.position = in.number<std::uint64_t>();
    state.last_ids = in.list<std::int32_t>();
    return state;
}

std::vector<std::byte> body_of(const Manifest& manifest, const ManifestRules& rules) {
    ByteWriter out;
    out.raw(rules.fingerprint);
    out.number(kStateFormat);
    put_settings(out, rules.identity);
    out.list(manifest.content.tokens);
    out.number(static_cast<std::uint64_t>(manifest.content.pictures.size()));
    for (const PictureKey& picture : manifest.content.pictures) {
        out.number(static_cast<std::uint64_t>(picture.position));
        put_digest(out, picture.hash);
    }
    out.list(manifest.cuts);
    out.number(static_cast<std::uint64_t>(manifest.files.size()));
    for (const PageFile& file : manifest.files) {
        out.number(file.number);
        out.number(file.first_page);
        out.number(file.written);
        out.number(file.used);
    }
    out.number(static_cast<std::uint64_t>(manifest.pages.size()));
    for (const ContentDigest& digest : manifest.pages) {
        put_digest(out, digest);
    }
    out.number(static_cast<std::uint32_t>(manifest.live.has_value()));
    if (manifest.live) {
        put_state(out, *manifest.live);
    }
    out.number(static_cast<std::uint64_t>(manifest.checkpoints.size()));
    for (const StoredCheckpoint& checkpoint : manifest.checkpoints) {
        out.number(static_cast<std::uint32_t>(checkpoint.kind));
        put_state(out, checkpoint.state);
    }
    return out.take();
}

/// Takes the settings without looking at them: the fingerprint stands for them. They are there for people with a dump.
void skip_settings(ByteReader& in, const VaultIdentity& identity) {
    ByteWriter expected;
    put_settings(expected, identity);
    const std::span<const std::byte> found = in.raw(expected.size());
    if (!std::ranges::equal(found, expected.bytes())) {
        in.fail();
    }
}

Manifest take_body(ByteReader& in) {
    constexpr std::size_t kPictureBytes = 24, kFileBytes = 32, kDigestBytes = 16, kCheckpointBytes = 44;
    Manifest manifest;
    manifest.content.tokens = in.list<std::int32_t>();
    manifest.content.pictures.resize(in.count(kPictureBytes));
    for (PictureKey& picture : manifest.content.pictures) {
        picture.position = static_cast<std::size_t>(in.number<std::uint64_t>());
        picture.hash = take_digest(in);
    }
    manifest.cuts = in.list<std::uint32_t>();
    manifest.files.resize(in.count(kFileBytes));
    for (PageFile& file : manifest.files) {
        file.number = in.number<std::uint64_t>();
        file.first_page = in.number<std::uint64_t>();
        file.written = in.number<std::uint64_t>();
        file.used = in.number<std::uint64_t>();
    }
    manifest.pages.resize(in.count(kDigestBytes));
    for (ContentDigest& digest : manifest.pages) {
        digest = take_digest(in);
    }
    if (in.number<std::uint32_t>() != 0) {
        manifest.live = take_state(in);
    }
    manifest.checkpoints.resize(in.count(kCheckpointBytes));
    for (StoredCheckpoint& checkpoint : manifest.checkpoints) {
        checkpoint.kind = static_cast<CheckpointKind>(in.number<std::uint32_t>());
        checkpoint.state = take_state(in);
    }
    return manifest;
}

bool ascending_below(std::span<const std::uint32_t> values, std::uint64_t limit) {
    return std::ranges::adjacent_find(values, std::ranges::greater_equal{}) == values.end() &&
           (values.empty() || values.back() <= limit);
}

bool valid_pages(const Manifest& manifest) {
    std::uint64_t next = 0;
    for (const PageFile& file : manifest.files) {
        const bool fits = file.first_page == next && file.used > 0 && file.used <= file.written &&
                          file.used <= manifest.pages.size() - next && file.written <= kLargestManifest;
        if (!fits) {
            return false;
        }
        next += file.used;
    }
    return next == manifest.pages.size() && next == KvCache::pages_for(manifest.content.size());
}

bool valid_states(const Manifest& manifest, std::size_t id_count) {
    const std::uint64_t tokens = manifest.content.size();
    std::set<std::uint64_t> numbers, lengths;
    const auto fresh_number = [&numbers](std::uint64_t number) {
        return number > 0 && number <= kLargestPartNumber && numbers.insert(number).second;
    };
    if (!std::ranges::all_of(manifest.files, fresh_number, &PageFile::number)) {
        return false;
    }
    if (manifest.live && (manifest.live->position != tokens || manifest.live->last_ids.size() != id_count ||
                          !fresh_number(manifest.live->number))) {
        return false;
    }
    return std::ranges::all_of(manifest.checkpoints, [&](const StoredCheckpoint& checkpoint) {
        const StoredState& state = checkpoint.state;
        return checkpoint.kind <= CheckpointKind::periodic && state.position > 0 && state.position <= tokens &&
               state.last_ids.size() == id_count && fresh_number(state.number) && lengths.insert(state.position).second;
    });
}

std::vector<std::byte> sealed(std::uint32_t version, const Sha256& conversation, const ManifestCard& card,
                              std::span<const std::byte> body, const Sha256& secret) {
    ByteWriter card_bytes;
    put_card(card_bytes, card);
    ByteWriter out;
    out.raw(bytes_of(kMagic));
    out.number(version);
    out.number(kHeaderBytes);
    out.number(static_cast<std::uint64_t>(card_bytes.size()));
    out.number(static_cast<std::uint64_t>(body.size()));
    out.raw(conversation);
    out.raw(card_bytes.bytes());
    out.raw(body);
    out.raw(bytes_of(kEndMagic));
    out.raw(hmac_sha256(secret, out.bytes()));
    return out.take();
}

/// The parts of a manifest whose seal is right.
struct Envelope {
    std::uint32_t version = 0;
    Sha256 conversation{};
    std::span<const std::byte> card, body;
};

Result<Envelope> open_envelope(std::span<const std::byte> bytes, const Sha256& secret) {
    if (bytes.size() < kHeaderBytes + kEndMagic.size() + kSealBytes) {
        return refused("too short");
    }
    ByteReader seal(bytes.last(kSealBytes));
    Sha256 found{};
    seal.fill(found);
    const std::span<const std::byte> covered = bytes.first(bytes.size() - kSealBytes);
    if (!equal_digests(found, hmac_sha256(secret, covered))) {
        return refused("the seal is not of this installation, or the file is damaged");
    }
    ByteReader in(covered);
    Envelope envelope;
    const bool magic = std::ranges::equal(in.raw(kMagic.size()), bytes_of(kMagic));
    envelope.version = in.number<std::uint32_t>();
    const bool header = in.number<std::uint32_t>() == kHeaderBytes;
    const auto card_bytes = in.number<std::uint64_t>();
    const auto body_bytes = in.number<std::uint64_t>();
    in.fill(envelope.conversation);
    envelope.card = in.raw(card_bytes);
    envelope.body = in.raw(body_bytes);
    const bool end = std::ranges::equal(in.raw(kEndMagic.size()), bytes_of(kEndMagic));
    if (!magic || !header || !end || !in.complete()) {
        return refused("its parts do not fit together");
    }
    return envelope;
}

}  // namespace

bool is_consistent(const Manifest& manifest, const ManifestRules& rules) {
    const std::uint64_t tokens = manifest.content.size();
    const auto& pictures = manifest.content.pictures;
    const bool in_order =
        std::ranges::adjacent_find(pictures, std::ranges::greater_equal{}, &PictureKey::position) == pictures.end() &&
        (pictures.empty() || pictures.back().position < tokens);
    return tokens > 0 && manifest.card.tokens == tokens && in_order && ascending_below(manifest.cuts, tokens) &&
           (manifest.cuts.empty() || manifest.cuts.back() == tokens) && valid_pages(manifest) &&
           (manifest.live || !manifest.checkpoints.empty()) && rules.identity.running.ngram_ids <= kMostLastIds &&
           valid_states(manifest, rules.identity.running.ngram_ids);
}

std::vector<std::byte> encode_manifest(const Manifest& manifest, const Sha256& conversation,
                                       const ManifestRules& rules) {
    return sealed(kVaultFormat, conversation, manifest.card, body_of(manifest, rules), rules.secret);
}

Result<ReadManifest> decode_manifest(std::span<const std::byte> bytes, const Sha256& conversation,
                                     const ManifestRules& rules) {
    STRATA_TRY(const Envelope envelope, open_envelope(bytes, rules.secret));
    if (envelope.conversation != conversation) {
        return refused("it belongs to another conversation");
    }
    ReadManifest read;
    ByteReader card(envelope.card);
    read.manifest.card = take_card(card);
    if (!card.complete() || sha256(bytes_of(read.manifest.card.id)) != conversation) {
        return refused("its card is damaged");
    }
    if (read.manifest.card.model != rules.identity.model) {
        read.fit = ParkedFit::other_model;
        return read;
    }
    ByteReader in(envelope.body);
    Sha256 fingerprint{};
    in.fill(fingerprint);
    if (envelope.version != kVaultFormat || fingerprint != rules.fingerprint) {
        read.fit = ParkedFit::other_settings;
        return read;
    }
    static_cast<void>(in.number<std::uint32_t>());  // state format, part of the fingerprint
    skip_settings(in, rules.identity);
    ManifestCard kept = std::move(read.manifest.card);
    read.manifest = take_body(in);
    read.manifest.card = std::move(kept);
    if (!in.complete() || !is_consistent(read.manifest, rules)) {
        return refused("its numbers do not fit together");
    }
    return read;
}

std::vector<std::byte> with_card(std::span<const std::byte> bytes, const ManifestCard& card, const Sha256& secret) {
    const Result<Envelope> envelope = open_envelope(bytes, secret);
    return envelope ? sealed(envelope->version, envelope->conversation, card, envelope->body, secret)
                    : std::vector<std::byte>(bytes.begin(), bytes.end());
}

}  // namespace strata
