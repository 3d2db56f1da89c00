#include "ui/chat/remembered_text.h"

#include <algorithm>

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include "ui/chat/parked_text.h"
#include "ui/chat/turn_text.h"

namespace strata::ui {

/// Context of the translations.
struct RememberedText {
    Q_DECLARE_TR_FUNCTIONS(RememberedText)
};

namespace {

/// Fewer pieces than this, read again for a reason that lies in the template, are read in a moment.
constexpr int kUsualPieces = 512;

QString counted(int pieces) {
    return QLocale().toString(pieces);
}

/// True if the chat had been here before and something of it is gone.
bool isLoss(RereadReason reason) {
    switch (reason) {
        case RereadReason::none:
        case RereadReason::first_message:
            return false;
        case RereadReason::edited_message:
        case RereadReason::system_prompt:
        case RereadReason::thinking_removed:
        case RereadReason::tokenization:
        case RereadReason::picture:
        case RereadReason::cancelled:
        case RereadReason::evicted:
        case RereadReason::damaged:
        case RereadReason::other_model:
            break;
    }
    return true;
}

}  // namespace

int rememberedPercent(const app::Remembered& remembered) {
    constexpr std::int64_t kAll = 100;
    if (remembered.prompt_pieces <= 0) {
        return 0;
    }
    return static_cast<int>(
        std::clamp(kAll * remembered.reused_pieces / remembered.prompt_pieces, std::int64_t{0}, kAll));
}

QString shownSource(ResumeSource source) {
    switch (source) {
        case ResumeSource::nothing:
            return {};
        case ResumeSource::live_session:
            return RememberedText::tr("still open");
        case ResumeSource::checkpoint:
            return RememberedText::tr("an earlier point");
        case ResumeSource::memory:
            return RememberedText::tr("parked in memory");
        case ResumeSource::disk:
            break;
    }
    return RememberedText::tr("parked on disk");
}

QString rememberedPart(const app::Remembered& remembered) {
    if (remembered.reused_pieces <= 0) {
        return isLoss(remembered.reason) ? RememberedText::tr("nothing remembered") : QString();
    }
    const QString share = RememberedText::tr("%1 % remembered").arg(rememberedPercent(remembered));
    const QString source = shownSource(remembered.source);
    return source.isEmpty() ? share : RememberedText::tr("%1 (%2)").arg(share, source);
}

QString shownRemembered(const std::optional<app::Remembered>& remembered) {
    if (!remembered || remembered->prompt_pieces <= 0) {
        return RememberedText::tr("remembered –");
    }
    const QString share = RememberedText::tr("remembered %1 %, %2 of %3")
                              .arg(QString::number(rememberedPercent(*remembered)), counted(remembered->reused_pieces),
                                   counted(remembered->prompt_pieces));
    const QString source = shownSource(remembered->source);
    return source.isEmpty() ? share : RememberedText::tr("%1 (%2)").arg(share, source);
}

QString rememberedHelp(const std::optional<app::Remembered>& remembered) {
    QStringList lines{RememberedText::tr(
        "How much of the chat the model did not have to read again for this message (prefix reuse).")};
    if (remembered && isLoss(remembered->reason)) {
        lines.append(RememberedText::tr("Why is this low? Because %1.").arg(shownReason(remembered->reason)));
    } else if (remembered && remembered->reason == RereadReason::first_message) {
        lines.append(RememberedText::tr("Why is this low? The model had not seen this chat before."));
    } else {
        lines.append(RememberedText::tr("It is low for a new chat and for long messages: what is new is always read."));
    }
    return lines.join(u'\n');
}

QString rememberedTip(const app::Remembered& remembered) {
    QStringList lines{RememberedText::tr("%1 of %2 pieces were remembered, %3 were read.")
                          .arg(counted(remembered.reused_pieces), counted(remembered.prompt_pieces),
                               counted(remembered.prompt_pieces - remembered.reused_pieces))};
    if (remembered.restored_bytes > 0) {
        lines.append(RememberedText::tr("%1 were brought back in %2.")
                         .arg(shownBytes(remembered.restored_bytes), shownSeconds(remembered.restore_time)));
    }
    if (isLoss(remembered.reason)) {
        lines.append(RememberedText::tr("Not more because %1.").arg(shownReason(remembered.reason)));
    }
    return lines.join(u'\n');
}

QString shownReason(RereadReason reason) {
    switch (reason) {
        case RereadReason::none:
            return {};
        case RereadReason::first_message:
            return RememberedText::tr("the model had not seen this chat before");
        case RereadReason::edited_message:
            return RememberedText::tr("an earlier message was changed");
        case RereadReason::system_prompt:
            return RememberedText::tr("the instructions at the beginning were changed");
        case RereadReason::thinking_removed:
            return RememberedText::tr("the thinking of an earlier answer was left out");
        case RereadReason::tokenization:
            return RememberedText::tr("the same text was cut into other pieces");
        case RereadReason::picture:
            return RememberedText::tr("a picture was changed");
        case RereadReason::cancelled:
            return RememberedText::tr("reading was stopped half-way the last time");
        case RereadReason::evicted:
            return RememberedText::tr("other chats needed the room");
        case RereadReason::damaged:
            return RememberedText::tr("the parked file was damaged");
        case RereadReason::other_model:
            break;
    }
    return RememberedText::tr("the parked file was made with another model or other settings");
}

QString rereadLine(const Message& message) {
    if (!message.remembered) {
        return {};
    }
    const int read = message.remembered->prompt_pieces - message.remembered->reused_pieces;
    const RereadReason reason = message.divergence ? message.divergence->reason : message.remembered->reason;
    const bool told = message.divergence || reason == RereadReason::evicted || reason == RereadReason::damaged ||
                      reason == RereadReason::other_model;
    // A template that writes the last answer differently does so at every turn; a few pieces of that are nothing to
    // tell.
    const bool usual = reason == RereadReason::thinking_removed || reason == RereadReason::tokenization;
    if (!told || !isLoss(reason) || read <= 0 || (usual && read < kUsualPieces)) {
        return {};
    }
    return read == 1 ? RememberedText::tr("Read 1 piece again because %1").arg(shownReason(reason))
                     : RememberedText::tr("Read %1 pieces again because %2").arg(counted(read), shownReason(reason));
}

}  // namespace strata::ui
