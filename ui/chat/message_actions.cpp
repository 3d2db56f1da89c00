#include "ui/chat/message_actions.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLocale>

#include "ui/chat/turn_text.h"
#include "ui/style/button.h"
#include "ui/style/label.h"
#include "ui/style/tool_tip.h"

namespace strata::ui {
namespace {

QString objectNameOf(MessageAction action) {
    switch (action) {
        case MessageAction::copy:
            return QStringLiteral("copyMessageButton");
        case MessageAction::edit:
            return QStringLiteral("editMessageButton");
        case MessageAction::answer_again:
            return QStringLiteral("answerAgainButton");
        case MessageAction::continue_answer:
            return QStringLiteral("continueButton");
        case MessageAction::branch_here:
            return QStringLiteral("branchHereButton");
        case MessageAction::times:
            return QStringLiteral("timesButton");
        case MessageAction::go_back:
            return QStringLiteral("goBackButton");
        case MessageAction::show_rest:
            return QStringLiteral("showRestButton");
        case MessageAction::remove:
            break;
    }
    return QStringLiteral("deleteMessageButton");
}

QHBoxLayout* rowOf(QWidget* widget) {
    auto* const row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    return row;
}

}  // namespace

const std::vector<MessageAction>& allMessageActions() {
    static const std::vector<MessageAction> all{
        MessageAction::copy,         MessageAction::edit,    MessageAction::continue_answer,
        MessageAction::answer_again, MessageAction::go_back, MessageAction::show_rest,
        MessageAction::branch_here,  MessageAction::times,   MessageAction::remove};
    return all;
}

QString actionText(MessageAction action) {
    switch (action) {
        case MessageAction::copy:
            return MessageActions::tr("Copy");
        case MessageAction::edit:
            return MessageActions::tr("Edit");
        case MessageAction::answer_again:
            return MessageActions::tr("Answer again");
        case MessageAction::continue_answer:
            return MessageActions::tr("Continue");
        case MessageAction::branch_here:
            return MessageActions::tr("Branch from here");
        case MessageAction::times:
            return MessageActions::tr("Read times");
        case MessageAction::go_back:
            return MessageActions::tr("Go back to here");
        case MessageAction::show_rest:
            return MessageActions::tr("Show what followed");
        case MessageAction::remove:
            break;
    }
    return MessageActions::tr("Delete");
}

Icon actionIcon(MessageAction action) {
    switch (action) {
        case MessageAction::copy:
            return Icon::copy;
        case MessageAction::edit:
            return Icon::writing;
        case MessageAction::answer_again:
            return Icon::again;
        case MessageAction::continue_answer:
            return Icon::arrow_right;
        case MessageAction::branch_here:
            return Icon::branch;
        case MessageAction::times:
            return Icon::times;
        case MessageAction::go_back:
            return Icon::go_back;
        case MessageAction::show_rest:
            return Icon::arrow_down;
        case MessageAction::remove:
            break;
    }
    return Icon::trash;
}

QString notedText(MessageAction action, const QString& note) {
    return note.isEmpty() ? actionText(action) : MessageActions::tr("%1 (%2)").arg(actionText(action), note);
}

MessageActionSet actionsOf(const Message& message, bool is_last) {
    if (message.role == Role::user) {
        return MessageAction::copy | MessageAction::edit | MessageAction::branch_here | MessageAction::remove;
    }
    if (isLive(message.state)) {
        return MessageAction::copy;
    }
    MessageActionSet actions =
        MessageAction::copy | MessageAction::branch_here | MessageAction::times | MessageAction::remove;
    if (isUnanswered(message)) {
        return MessageAction::remove;
    }
    actions |= MessageAction::answer_again;
    if (!is_last) {
        actions |= MessageAction::go_back;
    } else if (message.followed) {
        actions |= MessageAction::show_rest;
    }
    if (is_last && canGoOn(message) && !message.followed) {
        actions |= MessageAction::continue_answer;
    }
    return actions;
}

MessageActions::MessageActions(const Theme* theme, QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("messageActions"));
    QHBoxLayout* const row = rowOf(this);
    for (const MessageAction action : allMessageActions()) {
        auto* const button = new Button(theme, ButtonKind::quiet, actionText(action), actionIcon(action), this);
        button->setObjectName(objectNameOf(action));
        button->setIconOnly();
        connect(button, &QAbstractButton::clicked, this, [this, action] { Q_EMIT triggered(action); });
        row->addWidget(button);
        buttons_.emplace_back(action, button);
    }
}

void MessageActions::setNote(MessageAction action, const QString& note) {
    for (const auto& [offered, button] : buttons_) {
        if (offered == action) {
            button->setToolTip(plainTip(note.isEmpty() ? actionText(action) : notedText(action, note)));
            button->setAccessibleDescription(note);
        }
    }
}

void MessageActions::offer(MessageActionSet actions) {
    for (const auto& [action, button] : buttons_) {
        button->setVisible(actions.testFlag(action));
    }
}

QList<QWidget*> MessageActions::tabStops() const {
    QList<QWidget*> stops;
    for (const auto& [action, button] : buttons_) {
        stops.append(button);
    }
    return stops;
}

BranchSwitch::BranchSwitch(const Theme* theme, QWidget* parent)
    : QWidget(parent),
      previous_(new Button(theme, ButtonKind::quiet, tr("Version before"), Icon::chevron_left, this)),
      place_(new Label(theme, TextStyle::small, ColorRole::muted_text, QString(), this)),
      next_(new Button(theme, ButtonKind::quiet, tr("Next version"), Icon::chevron_right, this)) {
    setObjectName(QStringLiteral("branchSwitch"));
    previous_->setObjectName(QStringLiteral("previousBranchButton"));
    next_->setObjectName(QStringLiteral("nextBranchButton"));
    place_->setObjectName(QStringLiteral("branchPlace"));
    previous_->setIconOnly();
    next_->setIconOnly();
    QHBoxLayout* const row = rowOf(this);
    row->addWidget(previous_);
    row->addWidget(place_);
    row->addWidget(next_);
    connect(previous_, &QAbstractButton::clicked, this, [this] { Q_EMIT branchWanted(branch_ - 1); });
    connect(next_, &QAbstractButton::clicked, this, [this] { Q_EMIT branchWanted(branch_ + 1); });
}

void BranchSwitch::showBranch(int branch, int branches) {
    branch_ = branch;
    const QLocale locale;
    place_->setText(tr("%1 of %2").arg(locale.toString(branch + 1), locale.toString(branches)));
    setAccessibleName(tr("Version %1").arg(place_->text()));
    previous_->setAccessibleDescription(accessibleName());
    next_->setAccessibleDescription(accessibleName());
    previous_->setEnabled(branch > 0);
    next_->setEnabled(branch + 1 < branches);
}

QList<QWidget*> BranchSwitch::tabStops() const {
    return {previous_, next_};
}

}  // namespace strata::ui
