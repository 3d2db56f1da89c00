#include "vault_audit.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <QtGlobal>

#include "state/vault/fingerprint.h"
#include "vault_samples.h"

namespace strata::testing {
namespace {

std::map<std::string, std::uint64_t> named_by(const VaultContext& context, const Manifest& manifest) {
    std::map<std::string, std::uint64_t> lengths;
    for (const PageFile& file : manifest.files) {
        lengths[context.layout(file).name()] = context.layout(file).length(file.used);
    }
    if (manifest.live) {
        const PartLayout layout = context.layout(PartKind::live, *manifest.live);
        lengths[layout.name()] = layout.length(1);
    }
    for (const StoredCheckpoint& checkpoint : manifest.checkpoints) {
        const PartLayout layout = context.layout(PartKind::checkpoint, checkpoint.state);
        lengths[layout.name()] = layout.length(1);
    }
    return lengths;
}

bool open_to_others(const std::filesystem::path& path) {
#ifdef _WIN32
    static_cast<void>(path);
    return false;
#else
    using std::filesystem::perms;
    const perms others = perms::group_all | perms::others_all;
    return (std::filesystem::symlink_status(path).permissions() & others) != perms::none;
#endif
}

void audit_folder(const VaultContext& context, const std::filesystem::path& path, std::vector<std::string>& found) {
    Sha256 name{};
    const std::string text = path.filename().string();
    for (std::size_t i = 0; i < name.size(); ++i) {
        name[i] = static_cast<std::byte>(std::stoi(text.substr(2 * i, 2), nullptr, 16));
    }
    const Result<ReadManifest> read = ConversationFolder(context, name).load();
    const auto somebodys = [](const auto& entry) {
        return entry.is_directory() && !std::filesystem::is_empty(entry.path());
    };
    if (!read) {
        const std::filesystem::directory_iterator entries(path);
        if (!std::all_of(begin(entries), end(entries), somebodys)) {
            found.push_back(text + ": " + read.error().message);
        }
        return;
    }
    auto lengths = named_by(context, read->manifest);
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
        const std::string file = entry.path().filename().string();
        if (somebodys(entry)) {
            continue;  // whatever it is called
        }
        const auto named = lengths.find(file);
        if (open_to_others(entry.path())) {
            found.push_back(file + " can be read by others");
        }
        if (file != "manifest" &&
            (named == lengths.end() || !entry.is_regular_file() || entry.file_size() != named->second)) {
            found.push_back(file);
        }
        if (named != lengths.end()) {
            lengths.erase(named);
        }
    }
    for (const auto& [file, length] : lengths) {
        found.push_back(file + " is missing");
    }
}

}  // namespace

std::vector<std::byte> read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::vector<std::byte> bytes(std::filesystem::file_size(path));
    file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return bytes;
}

void write_file(const std::filesystem::path& path, const std::vector<std::byte>& bytes) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

VaultContext context_of(const std::filesystem::path& vault, const VaultIdentity& identity) {
    VaultContext context;
    context.root = vault;
    context.rules.identity = identity;
    context.rules.fingerprint = fingerprint_of(identity);
    context.page_bytes = KvCache(identity.kv).page_bytes();
    context.state_bytes = RunningState::bytes_of(identity.running);
    const std::vector<std::byte> secret = read_file(vault / "secret");
    std::copy_n(secret.begin(), std::min(secret.size(), sizeof(Sha256)), context.rules.secret.begin());
    return context;
}

std::vector<std::string> unreferenced_in(const std::filesystem::path& vault, const VaultIdentity& identity) {
    const VaultContext context = context_of(vault, identity);
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(vault)) {
        const std::string name = entry.path().filename().string();
        if (open_to_others(entry.path())) {
            found.push_back(name + " can be read by others");
        }
        if (is_conversation_name(name)) {
            audit_folder(context, entry.path(), found);
        } else if (name != "lock" && name != "secret" && name != "evicted") {
            found.push_back(name);
        }
    }
    for (const std::string& one : found) {
        qInfo("unexpected: %s", one.c_str());
    }
    return found;
}

std::unique_ptr<ConversationVault> open_again(const std::filesystem::path& folder,
                                              std::unique_ptr<ConversationVault> vault) {
    vault.reset();
    return open_vault(folder);
}

void Latch::open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
}

void Latch::close() {
    const std::lock_guard lock(mutex_);
    open_ = false;
}

void Latch::pass() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return open_; });
    --waiting_;
}

void Latch::await_visitor() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_ > 0 && !open_; });
}

}  // namespace strata::testing
