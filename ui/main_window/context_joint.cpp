#include "ui/main_window/context_joint.h"

#include "ui/chat/chat_controller.h"
#include "ui/chat/chat_page.h"
#include "ui/chat/composer.h"
#include "ui/main_window/notices.h"
#include "ui/meters/estimate_controller.h"
#include "ui/meters/meter_text.h"

namespace strata::ui {

ContextJoint::ContextJoint(const Parts& parts, QObject* parent)
    : QObject(parent), parts_(parts), summaries_(parts.engine, parts.controller) {
    connect(parts.estimates, &EstimateController::contextShareChanged, this, &ContextJoint::showShare);
    connect(&summaries_, &SummaryWriter::written, this, &ContextJoint::takeSummary);
    connect(&summaries_, &SummaryWriter::failed, this, [this](const QString& reason) {
        parts_.notices->put(Notices::Kind::full,
                            {NoticeBar::Tone::error,
                             tr("The chat could not be summed up (%1). It is as it was.").arg(reason), tr("New chat"),
                             [this] {
                                 parts_.notices->remove(Notices::Kind::full);
                                 parts_.controller->newChat();
                                 parts_.page->composer()->setFocus();
                             },
                             tr("OK"), [this] { parts_.notices->remove(Notices::Kind::full); }});
    });
}

/// Once for each chat.
void ContextJoint::showShare() {
    const auto share = parts_.estimates->contextShare();
    if (!share || *share < kAlmostFull) {
        told_ = false;
        if (!summaries_.isWriting()) {
            parts_.notices->remove(Notices::Kind::full);
        }
    } else if (!told_) {
        told_ = true;
        parts_.notices->put(
            Notices::Kind::full,
            {NoticeBar::Tone::neutral,
             *share >= 1.0 ? tr("This chat has reached what the model can keep in mind. Nothing was cut off.")
                           : tr("This chat has nearly reached what the model can keep in mind. Nothing is cut "
                                "off; deleting or shortening earlier messages makes room too."),
             tr("New chat with a summary"), [this] { writeSummary(); }, tr("More memory…"),
             [this] {
                 parts_.notices->remove(Notices::Kind::full);
                 Q_EMIT moreMemoryWanted();
             }});
    }
}

void ContextJoint::writeSummary() {
    parts_.notices->put(Notices::Kind::full, {NoticeBar::Tone::neutral,
                                              tr("The model is summing up this chat. That can take a minute."),
                                              tr("Stop"),
                                              [this] { summaries_.cancel(); },
                                              {},
                                              {}});
    summaries_.write(parts_.controller->currentChat());
}

/// Begins the new chat with the summary in the box: the person sees it, and may change it before it is sent.
void ContextJoint::takeSummary(const ConversationId& /*chat*/, const QString& summary) {
    parts_.notices->remove(Notices::Kind::full);
    const QString instructions = parts_.controller->instructions();
    parts_.controller->newChat();
    parts_.controller->setInstructions(instructions);
    parts_.page->composer()->setText(tr("What we have talked about so far:\n\n%1\n\n").arg(summary));
    parts_.page->composer()->setFocus();
}

}  // namespace strata::ui
