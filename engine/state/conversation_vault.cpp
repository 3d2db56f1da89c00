#include "state/conversation_vault.h"

#include <utility>

#include "base/error.h"
#include "state/vault/vault_core.h"

namespace strata {

ConversationVault::ConversationVault() = default;
ConversationVault::~ConversationVault() = default;

Result<std::unique_ptr<ConversationVault>> ConversationVault::open(const std::filesystem::path& folder,
                                                                   const VaultIdentity& identity,
                                                                   const VaultLimits& limits, VaultOptions options) {
    STRATA_TRY(VaultRoot root, VaultRoot::open(folder, identity, options));
    VaultRecords records = root.read_records();
    std::unique_ptr<ConversationVault> vault(new ConversationVault());
    vault->impl_ = std::make_unique<Impl>(std::move(root), std::move(records), limits, std::move(options));
    return vault;
}

void ConversationVault::set_limits(const VaultLimits& limits) {
    impl_->set_limits(limits);
}

void ConversationVault::set_prompt_speed(double tokens_per_second) {
    impl_->set_prompt_speed(tokens_per_second);
}

void ConversationVault::save(const ConversationId& id, const std::string& title, ConversationImagePtr image,
                             When when) {
    impl_->save(id, title, std::move(image), when);
}

VaultMatch ConversationVault::find(const ConversationId& id, const TokenSequence& prompt) {
    return impl_->find(id, prompt);
}

Result<VaultRestored> ConversationVault::restore(const ConversationId& id, const TokenSequence& prompt) {
    return impl_->restore(id, prompt);
}

std::vector<ParkedConversation> ConversationVault::list() const {
    return impl_->list();
}

Result<void> ConversationVault::keep(const ConversationId& id, bool kept) {
    return impl_->keep(id, kept);
}

void ConversationVault::forget(const ConversationId& id) {
    impl_->forget(id);
}

Result<void> ConversationVault::flush() {
    return impl_->flush();
}

VaultStatus ConversationVault::status() const {
    return impl_->status();
}

}  // namespace strata
