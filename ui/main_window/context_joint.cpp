#include "ui/main_window/context_joint.h"

#include <algorithm>
#include <utility>

#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_page.h"
#include "ui/chat/composer.h"
#include "ui/dialogs/shorten_dialog.h"
#include "ui/main_window/notices.h"
#include "ui/meters/estimate_controller.h"
#include "ui/meters/meter_text.h"

namespace strata::ui {

ContextJoint::ContextJoint(const Parts& parts, QObject* parent)
    : QObject(parent), parts_(parts), summaries_(parts.engine, parts.controller) {
    connect(parts.estimates, &EstimateController::contextShareChanged, this, &ContextJoint::showShare);
    connect(parts.page, &ChatPage::shortenWanted, this, &ContextJoint::askToShorten);
    connect(parts.page, &ChatPage::summaryWanted, this, &ContextJoint::writeSummary);
    connect(parts.page, &ChatPage::moreMemoryWanted, this, &ContextJoint::moreMemoryWanted);
    connect(&summaries_, &SummaryWriter::written, this, &ContextJoint::takeSummary);
    connect(&summaries_, &SummaryWriter::failed, this, &ContextJoint::tellFailure);
}

void ContextJoint::tellFailure(const QString& reason) {
    shortened_.reset();
    parts_.notices->put(Notices::Kind::full,
                        {NoticeBar::Tone::error,
                         tr("The chat could not be summed up (%1). It is as it was.").arg(reason), tr("New chat"),
                         [this] {
                             parts_.notices->remove(Notices::Kind::full);
                             parts_.controller->newChat();
                             parts_.page->composer()->setFocus();
                         },
                         tr("OK"), [this] { parts_.notices->remove(Notices::Kind::full); }});
}

/// Once for each chat.
void ContextJoint::showShare() {
    const auto share = parts_.estimates->contextShare();
    if (!share || *share < kAlmostFull) {
        told_ = false;
        if (!summaries_.isWriting()) {
            parts_.notices->remove(Notices::Kind::full);
        }
        return;
    }
    if (told_) {
        return;
    }
    told_ = true;
    Notice notice;
    notice.text = *share >= 1.0
                      ? tr("This chat has reached what the model can keep in mind. Nothing was cut off.")
                      : tr("This chat has nearly reached what the model can keep in mind. Nothing is cut off.");
    notice.action = tr("Shorten the chat…");
    notice.act = [this] { askToShorten(); };
    notice.second_action = tr("New chat with a summary");
    notice.second_act = [this] { writeSummary(); };
    notice.third_action = tr("More memory…");
    notice.third_act = [this] {
        parts_.notices->remove(Notices::Kind::full);
        Q_EMIT moreMemoryWanted();
    };
    parts_.notices->put(Notices::Kind::full, std::move(notice));
}

/// The rows of the chat on the screen where the person speaks.
std::vector<int> ContextJoint::ownRows() const {
    std::vector<int> rows;
    const ChatModel& chat = *parts_.page->chat();
    for (int row = 0; row < chat.rowCount(); ++row) {
        if (chat.at(row).role == Role::user) {
            rows.push_back(row);
        }
    }
    return rows;
}

void ContextJoint::askToShorten() {
    const std::vector<int> own = ownRows();
    if (own.size() < 2) {
        tellFailure(tr("it has one message only"));
        return;
    }
    auto* const dialog = new ShortenDialog(parts_.theme, static_cast<int>(own.size()), parts_.page->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, chat = parts_.controller->currentChat()] {
        if (chat == parts_.controller->currentChat()) {
            shorten(dialog->kept());
        }
    });
    dialog->open();
}

/// Sums up all but the last `kept` messages of the person and what was answered to them.
void ContextJoint::shorten(int kept) {
    const std::vector<int> own = ownRows();
    if (kept >= static_cast<int>(own.size()) || summaries_.isWriting()) {
        return;
    }
    const int row = own[own.size() - static_cast<std::size_t>(kept)];
    shortened_ = Shortened{row, parts_.page->chat()->at(row).id};
    tellWriting();
    summaries_.write(parts_.controller->currentChat(), row, row);
}

void ContextJoint::tellWriting() {
    parts_.notices->put(Notices::Kind::full, {NoticeBar::Tone::neutral,
                                              tr("The model is summing up this chat. That can take a minute."),
                                              tr("Stop"),
                                              [this] { summaries_.cancel(); },
                                              {},
                                              {}});
}

void ContextJoint::writeSummary() {
    if (!summaries_.isWriting()) {
        tellWriting();
        summaries_.write(parts_.controller->currentChat(), parts_.page->chat()->rowCount(), 2);
    }
}

void ContextJoint::takeSummary(const ConversationId& chat, const QString& summary, int messages) {
    parts_.notices->remove(Notices::Kind::full);
    if (!shortened_) {
        beginNewChat(chat, summary, messages);
        return;
    }
    const Shortened wanted = *std::exchange(shortened_, std::nullopt);
    parts_.controller->openChat(chat);
    const ChatModel& shown = *parts_.page->chat();
    if (parts_.controller->currentChat() != chat || parts_.controller->isAnswering() ||
        wanted.row >= shown.rowCount() || shown.at(wanted.row).id != wanted.message) {
        tellFailure(tr("it was changed meanwhile"));
        return;
    }
    parts_.controller->shortenBefore(wanted.row, summary);
    parts_.page->composer()->setFocus();
}

/// Begins the new chat with the summary in the box: the person sees it, and may change it before it is sent. What the
/// summary had no room for stands below it, word for word.
void ContextJoint::beginNewChat(const ConversationId& chat, const QString& summary, int messages) {
    QString text = tr("What we have talked about so far:\n\n%1\n\n").arg(summary);
    if (chat == parts_.controller->currentChat()) {
        const std::vector<Message>& all = parts_.page->chat()->messages();
        for (auto message = all.begin() + std::min(messages, static_cast<int>(all.size())); message != all.end();
             ++message) {
            if (!message->text.isEmpty()) {
                text += (message->role == Role::user ? tr("I said: %1") : tr("You answered: %1")).arg(message->text) +
                        QStringLiteral("\n\n");
            }
        }
    }
    const QString instructions = parts_.controller->instructions();
    parts_.controller->newChat();
    parts_.controller->setInstructions(instructions);
    parts_.page->composer()->setText(text);
    parts_.page->composer()->setFocus();
}

}  // namespace strata::ui
