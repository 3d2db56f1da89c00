// A power cut loses what was written and not flushed, and names that no flushed folder has. This test keeps account of
// both while a story runs, makes the folder that each moment would have left, and asks what it holds.
#include <QtTest/QtTest>

#include <map>
#include <mutex>
#include <QTemporaryDir>

#include "support/test_registry.h"
#include "vault_audit.h"
#include "vault_samples.h"
#include "vault_story.h"

using namespace strata;
using namespace strata::testing;

namespace {

namespace fs = std::filesystem;

/// What of a folder tree would survive.
class DurableTree {
public:
    explicit DurableTree(fs::path root) : root_(std::move(root)) {}

    /// Called before each change; the one before has then happened.
    void before(VaultStep step, const fs::path& path) {
        settle();
        pending_ = {step, path};
    }
    void settle() {
        const auto [step, path] = std::exchange(pending_, {});
        if (path.empty()) {
            return;
        }
        switch (step) {
            case VaultStep::make_folder:
            case VaultStep::create:
                live_[path] = ++newest_;
                break;
            case VaultStep::flush:
                if (live_.contains(path) && fs::exists(path)) {
                    content_[live_[path]] = read_file(path);
                }
                break;
            case VaultStep::rename:
                rename_to(path);
                break;
            case VaultStep::remove:
                std::erase_if(live_, [&path = path](const auto& entry) { return entry.first == path; });
                break;
            case VaultStep::flush_folder:
                flush_names(path);
                break;
            case VaultStep::write:
            case VaultStep::truncate:
                break;
        }
    }

    /// Makes the tree after a cut. `renamed`: the last rename got through though its folder was not flushed.
    /// `all_names`: so did every other name.
    void build(const fs::path& target, bool renamed, bool all_names) const {
        std::map<fs::path, int> names = all_names ? live_ : durable_;
        if (renamed && !last_rename_.empty() && live_.contains(last_rename_)) {
            names[last_rename_] = live_.at(last_rename_);
        }
        fs::create_directories(target);
        for (const auto& [path, id] : names) {
            const fs::path place = target / path.lexically_relative(root_);
            const bool is_file = path.has_extension() || content_.contains(id);
            if (!is_file) {
                fs::create_directories(place);
            } else if (fs::exists(place.parent_path())) {
                write_file(place, content_.contains(id) ? content_.at(id) : std::vector<std::byte>());
            }
        }
    }

private:
    void rename_to(const fs::path& path) {
        for (auto entry = live_.begin(); entry != live_.end(); ++entry) {
            const std::string name = entry->first.string();
            if (name.starts_with(path.string() + ".") && name.ends_with(".tmp") && !fs::exists(entry->first)) {
                const int id = entry->second;
                live_.erase(entry);
                live_[path] = id;
                last_rename_ = path;
                return;
            }
        }
    }
    void flush_names(const fs::path& folder) {
        std::erase_if(durable_, [&](const auto& entry) { return entry.first.parent_path() == folder; });
        for (const auto& [path, id] : live_) {
            if (path.parent_path() == folder) {
                durable_[path] = id;
            }
        }
    }

    fs::path root_;
    std::pair<VaultStep, fs::path> pending_;
    std::map<fs::path, int> live_, durable_;
    std::map<int, std::vector<std::byte>> content_;  // as flushed last, by the file's number
    fs::path last_rename_;
    int newest_ = 0;
};

}  // namespace

class VaultPowerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_power_cut_before_any_step_leaves_the_old_or_the_new_version() {
        const QTemporaryDir folder(quick_folder());
        DurableTree tree(vault_path(folder));
        std::string fault;
        int done = 0, cuts = 0;
        const auto cut = [&] {
            for (const auto& [renamed, all_names] : {std::pair(false, false), {true, false}, {true, true}}) {
                const fs::path copy = vault_path(folder).parent_path() / "after";
                tree.build(copy, renamed, all_names);
                fault = fault.empty() ? VaultStory::fault_of(copy, done) : fault;
                fs::remove_all(copy);
                ++cuts;
            }
        };
        VaultOptions options = test_options();
        std::mutex
            mutex;  // the story waits for the writer after each step, but the tools that look for races do not know
        options.before_step = [&](VaultStep step, const fs::path& path) -> Result<void> {
            const std::lock_guard lock(mutex);
            tree.before(step, path);
            cut();
            return {};
        };
        VaultStory::run(vault_path(folder), options, [&](int now_done) {
            const std::lock_guard lock(mutex);
            done = now_done;
            tree.settle();
            cut();
        });
        QVERIFY2(fault.empty(), fault.c_str());
        QVERIFY(cuts > 300);
    }
};

STRATA_TEST(VaultPowerTest);

#include "vault_power_test.moc"
