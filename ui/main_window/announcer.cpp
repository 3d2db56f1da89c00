#include "ui/main_window/announcer.h"

#include <QAccessible>
#include <QLabel>
#include <QLocale>
#include <QRegularExpression>
#include <QWidget>

#include "ui/chat/chat_model.h"
#include "ui/main_window/notices.h"

namespace strata::ui {
namespace {

int wordCount(const QString& text) {
    static const QRegularExpression kSpaces(QStringLiteral("\\s+"));
    return static_cast<int>(text.split(kSpaces, Qt::SkipEmptyParts).size());
}

QString finished(int words) {
    return words == 1 ? Announcer::tr("Answer finished, 1 word")
                      : Announcer::tr("Answer finished, %1 words").arg(QLocale().toString(words));
}

/// Empty: nothing to be told.
QString announcementOf(const Message& message) {
    switch (message.state) {
        case TurnState::reading:
            return Announcer::tr("Reading");
        case TurnState::thinking:
            return Announcer::tr("Thinking");
        case TurnState::writing:
            return Announcer::tr("Writing");
        case TurnState::done:
        case TurnState::cut_off:
            return finished(wordCount(message.text));
        case TurnState::stopped:
            return Announcer::tr("Answer stopped");
        case TurnState::failed:
            return message.problem ? message.problem->text : QString();
        case TurnState::loading:
        case TurnState::waiting:
            break;
    }
    return {};
}

}  // namespace

Announcer::Announcer(const Parts& parts, QObject* parent)
    : QObject(parent), parts_(parts), spot_(new QLabel(parts.window)), state_(TurnState::done) {
    spot_->setObjectName(QStringLiteral("announcer"));
    spot_->setAttribute(Qt::WA_TransparentForMouseEvents);
    spot_->setGeometry(0, 0, 1, 1);
    spot_->lower();
    spot_->show();  // a screen reader takes no notice of what is hidden
    connect(parts.chat, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex& first, const QModelIndex& /*last*/, const QList<int>& roles) {
                if (roles.contains(ChatModel::state_role)) {
                    followAnswer(first.row());
                }
            });
    connect(parts.notices, &Notices::told, this,
            [this](NoticeBar::Tone /*tone*/, const QString& text) { announce(text); });
}

/// Each state of an answer once, however often its numbers change.
void Announcer::followAnswer(int row) {
    const Message& message = parts_.chat->at(row);
    if (row != parts_.chat->lastRow() || (message.id == message_ && message.state == state_)) {
        return;
    }
    const bool begins = message.id != message_;
    message_ = message.id;
    state_ = message.state;
    const bool changed_later = begins && !isLive(message.state) && message.state != TurnState::failed;
    if (const QString text = announcementOf(message); !text.isEmpty() && !changed_later) {
        announce(text);
    }
}

void Announcer::announce(const QString& text) {
    spot_->setAccessibleName(text);
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    QAccessibleAnnouncementEvent event(spot_, text);
#else
    QAccessibleEvent event(spot_, QAccessible::Alert);
#endif
    QAccessible::updateAccessibility(&event);
    Q_EMIT announced(text);
}

}  // namespace strata::ui
