#include "vault_story.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "vault_audit.h"
#include "vault_samples.h"

namespace strata::testing {
namespace {

/// One event: a conversation gets a version (0: it is forgotten; −1: it is kept from now on).
struct Event {
    const char* id;
    int version;
};

constexpr Event kEvents[VaultStory::kSteps] = {
    {"a", 1}, {"b", 1}, {"a", 2}, {"a", 3}, {"b", -1}, {"c", 1}, {"a", 4}, {"c", 2}, {"c", 0}, {"a", 5}, {"b", 2},
};

ConversationImagePtr make_image(const std::string& id, int version) {
    const ImageMaker maker(small_identity());
    const auto seed = static_cast<std::uint32_t>(id[0]);
    if (version == 3) {  // another course from token 260 on
        auto tokens = tokens_of(seed, 260);
        const auto tail = tokens_of(seed + 1000, 330);
        tokens.insert(tokens.end(), tail.begin(), tail.end());
        return maker.make(tokens, {250, 400});
    }
    static constexpr std::size_t kSizes[] = {0, 300, 620, 0, 550, 900};
    const std::size_t size = kSizes[version];
    return version == 2 ? maker.make(tokens_of(seed, size), {250, 600}) : maker.make(tokens_of(seed, size), {250});
}

ConversationImagePtr image_of(const std::string& id, int version) {
    static std::map<std::pair<std::string, int>, ConversationImagePtr> made;
    ConversationImagePtr& image = made[{id, version}];
    if (!image) {
        image = make_image(id, version);
    }
    return image;
}

/// The version that a conversation has after so many steps.
int version_after(const std::string& id, int steps) {
    int version = 0;
    for (int step = 0; step < steps; ++step) {
        if (id == kEvents[step].id && kEvents[step].version >= 0) {
            version = kEvents[step].version;
        }
    }
    return version;
}

/// Which version is stored whole; 0: none, -1: something else.
int stored_version(ConversationVault& vault, const std::string& id) {
    const auto list = vault.list();
    if (std::ranges::find(list, id, &ParkedConversation::id) == list.end()) {
        return 0;
    }
    for (int version = 5; version >= 1; --version) {
        const ConversationImagePtr image = image_of(id, version);
        const TokenSequence prompt = prompt_after(image->content.tokens);
        const PrefixMatch match = vault.find(id, prompt).match;
        const bool whole = match.whole && match.length == image->content.size();
        const auto restored = whole ? vault.restore(id, prompt) : Result<VaultRestored>();
        if (whole) {
            return restored && restored->image && same_state(*restored->image, *image) ? version : -1;
        }
    }
    return -1;
}

/// Whether every checkpoint that is found can be restored as well.
bool checkpoints_fine(ConversationVault& vault, const std::string& id, int version) {
    const ConversationImagePtr image = image_of(id, version);
    for (const std::size_t edit : {std::size_t{255}, std::size_t{450}, image->content.size() - 1}) {
        auto tokens = image->content.tokens;
        tokens[std::min(edit, tokens.size() - 1)] = -1;
        const std::size_t length = vault.find(id, prompt_after(tokens)).match.length;
        const auto restored = vault.restore(id, prompt_after(tokens));
        if (!restored || (restored->image ? restored->image->content.size() : 0) != length) {
            return false;
        }
        tokens.resize(length);
        if (length > 0 && !same_state(*restored->image, *ImageMaker(small_identity()).make(tokens))) {
            return false;
        }
    }
    return true;
}

}  // namespace

VaultLimits VaultStory::limits() {
    return ample_limits();
}

void VaultStory::run(const std::filesystem::path& folder, const VaultOptions& options,
                     const std::function<void(int)>& done) {
    Result<std::unique_ptr<ConversationVault>> vault =
        ConversationVault::open(folder, small_identity(), limits(), options);
    for (int step = 0; step < kSteps && vault; ++step) {
        const auto [id, version] = kEvents[step];
        if (version > 0) {
            (*vault)->save(id, "title", image_of(id, version), kAlways);
        } else if (version == 0) {
            (*vault)->forget(id);
        } else {
            static_cast<void>((*vault)->keep(id, true));
        }
        static_cast<void>((*vault)->flush());
        done(step + 1);
    }
}

std::string VaultStory::fault_of(const std::filesystem::path& folder, int done) {
    Result<std::unique_ptr<ConversationVault>> vault =
        ConversationVault::open(folder, small_identity(), limits(), test_options());
    if (!vault) {
        return vault.error().message;
    }
    for (const std::string id : {"a", "b", "c"}) {
        const std::set<int> allowed{version_after(id, done), version_after(id, std::min(done + 1, kSteps))};
        const int version = stored_version(**vault, id);
        if (!allowed.contains(version)) {
            return fmt::format("{} is version {} after {} steps", id, version, done);
        }
        if (version > 0 && !checkpoints_fine(**vault, id, version)) {
            return fmt::format("a checkpoint of {} is not what it was", id);
        }
    }
    const std::vector<std::string> left = unreferenced_in(folder, small_identity());
    return left.empty() ? std::string() : left.front() + " is left over";
}

}  // namespace strata::testing
