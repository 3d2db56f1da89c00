#include "ui/meters/meter_text.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include "ui/chat/parked_text.h"
#include "ui/chat/remembered_text.h"
#include "ui/chat/turn_text.h"

namespace strata::ui {

/// Context of the translations.
struct MeterText {
    Q_DECLARE_TR_FUNCTIONS(MeterText)
};

namespace {

constexpr double kWordsPerPiece = 0.75;      ///< of English text, about
constexpr double kWordsReadPerSecond = 4.0;  ///< by a person who reads quickly: 240 a minute
constexpr double kAll = 100.0;
constexpr double kMillisecondsPerSecond = 1000.0;

QString counted(int pieces) {
    return QLocale().toString(pieces);
}

QString percent(double share) {
    return MeterText::tr("%1 %").arg(QLocale().toString(std::floor(share * kAll), 'f', 0));
}

/// Always gigabytes with one decimal: numbers that change their unit are hard to compare.
QString gigabytes(std::optional<std::uint64_t> bytes) {
    constexpr double kGigabyte = 1e9;
    return bytes ? MeterText::tr("%1 GB").arg(QLocale().toString(static_cast<double>(*bytes) / kGigabyte, 'f', 1))
                 : MeterText::tr("– GB");
}

MeterLine readingLine(const MeterReadings& now) {
    MeterLine line;
    line.value = now.reading_speed ? shownSpeed(now.reading_speed) : MeterText::tr("–");
    if (now.pieces_read && now.pieces_to_read) {
        line.detail = MeterText::tr("%1 of %2 new pieces").arg(counted(*now.pieces_read), counted(*now.pieces_to_read));
        line.share = *now.pieces_to_read > 0 ? static_cast<double>(*now.pieces_read) / *now.pieces_to_read : 1.0;
    }
    return line;
}

MeterLine firstWordLine(const MeterReadings& now) {
    MeterLine line;
    line.value = MeterText::tr("–");
    if (now.first_word) {
        const double seconds = static_cast<double>(now.first_word->count()) / kMillisecondsPerSecond;
        line.value = MeterText::tr("%1 s").arg(QLocale().toString(seconds, 'f', 1));
    }
    return line;
}

MeterLine writingLine(const MeterReadings& now) {
    MeterLine line;
    const auto speed = now.writing_average ? now.writing_average : now.writing_speed;
    line.value = speed ? shownSpeed(speed) : MeterText::tr("–");
    if (speed) {
        const double words = *speed * kWordsPerPiece;
        const QLocale locale;
        line.detail = now.writing_average ? MeterText::tr("on the whole answer") : MeterText::tr("over the last 2 s");
        line.tip = MeterText::tr("About %1 words/s, ×%2 your reading speed.")
                       .arg(locale.toString(words, 'f', words < 10 ? 1 : 0),
                            locale.toString(words / kWordsReadPerSecond, 'f', 1));
    }
    return line;
}

MeterLine rememberedLine(const MeterReadings& now) {
    MeterLine line;
    line.value = MeterText::tr("–");
    if (now.remembered && now.remembered->prompt_pieces > 0) {
        line.value = MeterText::tr("%1 %").arg(rememberedPercent(*now.remembered));
        line.share = static_cast<double>(now.remembered->reused_pieces) / now.remembered->prompt_pieces;
        const QString counts = MeterText::tr("%1 of %2")
                                   .arg(counted(now.remembered->reused_pieces), counted(now.remembered->prompt_pieces));
        const QString source = shownSource(now.remembered->source);
        line.detail = source.isEmpty() ? counts : MeterText::tr("%1 (%2)").arg(counts, source);
    }
    return line;
}

MeterLine inMindLine(const MeterReadings& now) {
    MeterLine line;
    line.value = MeterText::tr("–");
    if (now.context_used && now.context_length && *now.context_length > 0) {
        const double share = static_cast<double>(*now.context_used) / *now.context_length;
        line.share = share;
        line.value = percent(share);
        line.detail = MeterText::tr("%1 of %2 pieces").arg(counted(*now.context_used), counted(*now.context_length));
        line.attention = share >= kNearlyFull;
        if (line.attention) {
            line.value = share >= kAlmostFull ? MeterText::tr("%1, almost full").arg(line.value)
                                              : MeterText::tr("%1, getting full").arg(line.value);
        }
    }
    return line;
}

MeterLine hotPartsLine(const MeterReadings& now) {
    MeterLine line;
    line.value = MeterText::tr("–");
    if (now.hot_parts) {
        line.share = now.hot_parts->on_card;
        line.value = MeterText::tr("%1 on the card").arg(percent(now.hot_parts->on_card));
        line.detail = MeterText::tr("%1 copied to the card, %2 by the processor; %3 read from disk")
                          .arg(percent(now.hot_parts->copied_to_card), percent(now.hot_parts->by_processor),
                               shownBytes(now.hot_parts->read_from_disk_bytes));
    }
    return line;
}

MeterLine graphicsLine(const MeterReadings& now) {
    MeterLine line;
    line.value = MeterText::tr("–");
    if (now.graphics) {
        const auto all = now.graphics->own_bytes + now.graphics->other_bytes + now.graphics->free_bytes;
        line.value = MeterText::tr("%1 ours").arg(gigabytes(now.graphics->own_bytes));
        line.detail = MeterText::tr("%1 others, %2 free")
                          .arg(gigabytes(now.graphics->other_bytes), gigabytes(now.graphics->free_bytes));
        line.share = all > 0 ? static_cast<double>(all - now.graphics->free_bytes) / static_cast<double>(all) : 0.0;
    }
    return line;
}

MeterLine memoryLine(const MeterReadings& now) {
    MeterLine line;
    line.value = MeterText::tr("–");
    if (now.memory) {
        const app::MemoryUse& use = *now.memory;
        line.value = MeterText::tr("%1 ours").arg(gigabytes(use.own_bytes));
        line.detail = MeterText::tr("%1 of %2 free").arg(gigabytes(use.free_bytes), gigabytes(use.all_bytes));
        if (use.own_bytes && use.all_bytes && *use.all_bytes > 0) {
            line.share = static_cast<double>(*use.own_bytes) / static_cast<double>(*use.all_bytes);
        }
    }
    return line;
}

MeterLine diskLine(const MeterReadings& now) {
    MeterLine line;
    line.value = MeterText::tr("–");
    if (now.parked_bytes && now.parking_limit) {
        if (*now.parking_limit == 0 && *now.parked_bytes == 0) {
            line.value = MeterText::tr("off");
            line.detail = MeterText::tr("Chats are not parked on disk");
        } else {
            line.value = gigabytes(now.parked_bytes);
            line.detail = MeterText::tr("parked, of at most %1").arg(gigabytes(now.parking_limit));
            line.share = *now.parking_limit > 0
                             ? static_cast<double>(*now.parked_bytes) / static_cast<double>(*now.parking_limit)
                             : 1.0;
        }
    }
    return line;
}

MeterLine checkedLine(const MeterReadings& now) {
    MeterLine line;
    line.value = MeterText::tr("–");
    if (now.check) {
        line.value = now.check->passed ? MeterText::tr("yes") : MeterText::tr("no");
        line.detail = QLocale().toString(now.check->time.date(), QLocale::ShortFormat);
        line.attention = !now.check->passed;
    } else if (now.check_known) {
        line.value = MeterText::tr("not yet");
    }
    return line;
}

MeterLine draftsLine(const MeterReadings& now) {
    MeterLine line;
    line.value = now.drafts_accepted ? percent(*now.drafts_accepted) : MeterText::tr("–");
    line.share = now.drafts_accepted;
    return line;
}

MeterLine plainLine(Meter meter, const MeterReadings& readings) {
    switch (meter) {
        case Meter::reading:
            return readingLine(readings);
        case Meter::first_word:
            return firstWordLine(readings);
        case Meter::writing:
            return writingLine(readings);
        case Meter::remembered:
            return rememberedLine(readings);
        case Meter::drafts:
            return draftsLine(readings);
        case Meter::in_mind:
            return inMindLine(readings);
        case Meter::hot_parts:
            return hotPartsLine(readings);
        case Meter::graphics_memory:
            return graphicsLine(readings);
        case Meter::memory:
            return memoryLine(readings);
        case Meter::disk:
            return diskLine(readings);
        case Meter::checked:
            break;
    }
    return checkedLine(readings);
}

}  // namespace

bool isOfAnswer(Meter meter) {
    return meter <= Meter::drafts;
}

QString meterName(Meter meter) {
    switch (meter) {
        case Meter::reading:
            return MeterText::tr("Reading");
        case Meter::first_word:
            return MeterText::tr("First word");
        case Meter::writing:
            return MeterText::tr("Writing");
        case Meter::remembered:
            return MeterText::tr("Remembered");
        case Meter::drafts:
            return MeterText::tr("Drafts accepted");
        case Meter::in_mind:
            return MeterText::tr("In mind");
        case Meter::hot_parts:
            return MeterText::tr("Hot parts");
        case Meter::graphics_memory:
            return MeterText::tr("Graphics memory");
        case Meter::memory:
            return MeterText::tr("Memory");
        case Meter::disk:
            return MeterText::tr("Disk");
        case Meter::checked:
            break;
    }
    return MeterText::tr("Checked");
}

bool isShown(Meter meter, const MeterReadings& readings) {
    switch (meter) {
        case Meter::drafts:
            return readings.drafts_accepted.has_value();
        case Meter::hot_parts:
            return readings.hot_parts.has_value();
        case Meter::graphics_memory:
            return readings.graphics.has_value();
        default:
            return true;
    }
}

bool hasBar(Meter meter) {
    return meter != Meter::first_word && meter != Meter::writing && meter != Meter::checked;
}

MeterLine meterLine(Meter meter, const MeterReadings& readings) {
    MeterLine line = plainLine(meter, readings);
    line.old = isOfAnswer(meter) && !readings.live;
    if (line.share) {
        line.share = std::clamp(*line.share, 0.0, 1.0);
    }
    return line;
}

QString meterHelp(Meter meter) {
    switch (meter) {
        case Meter::reading:
            return MeterText::tr(
                "How fast the model reads what is new in your message (prefill). It reads all of it before it "
                "writes the first word.");
        case Meter::first_word:
            return MeterText::tr("From pressing Send to the first word on the screen (time to first token).");
        case Meter::writing:
            return MeterText::tr(
                "How fast the answer comes, in pieces of words (tokens). While it comes: over the last two "
                "seconds; afterwards: on the whole, without the wait for the first word.");
        case Meter::remembered:
            return MeterText::tr(
                "How much of the chat the model did not have to read again for this message (prefix reuse).");
        case Meter::drafts:
            return MeterText::tr(
                "How many of the pieces that were guessed ahead turned out right (speculative decoding).");
        case Meter::in_mind:
            return MeterText::tr(
                "How much of what the model can keep in mind at once is used by the chat that it has open "
                "(context length). When it is full, the model can take no further message in this chat.");
        case Meter::hot_parts:
            return MeterText::tr("Where the work of the model's many parts (experts) was done.");
        case Meter::graphics_memory:
            return MeterText::tr("What the memory of the graphics card is used for (VRAM).");
        case Meter::memory:
            return MeterText::tr(
                "How much of this PC's memory Strata uses, model included, and how much other programs could "
                "have (RAM).");
        case Meter::disk:
            return MeterText::tr("How much room parked chats take on the disk, and how much they may take.");
        case Meter::checked:
            break;
    }
    return MeterText::tr("Whether the check found that keeping chats in memory and on disk changes no answer.");
}

QString meterQuestion(Meter meter) {
    switch (meter) {
        case Meter::first_word:
            return MeterText::tr("Why does it take so long?");
        case Meter::in_mind:
        case Meter::memory:
        case Meter::graphics_memory:
        case Meter::disk:
            return MeterText::tr("Why is this high?");
        case Meter::checked:
            return MeterText::tr("Why “no” or “not yet”?");
        default:
            return MeterText::tr("Why is this low?");
    }
}

QString meterAnswer(Meter meter, const MeterReadings& readings) {
    switch (meter) {
        case Meter::reading:
            return MeterText::tr(
                "Short messages are read less efficiently than long ones, and late parts of a long chat more "
                "slowly than early ones. Other programs that use the processor slow it down too.");
        case Meter::first_word:
            return MeterText::tr(
                "Long messages, pictures and chats that the model has to read again take time before the first "
                "word; so does loading the model. A second message to the same chat is quicker.");
        case Meter::writing:
            return MeterText::tr(
                "The longer the chat, the more the model looks back at for every piece. Other programs that use "
                "the processor or the memory slow it down too. A smaller model size is faster.");
        case Meter::remembered:
            if (readings.remembered && readings.remembered->reason != RereadReason::none) {
                return MeterText::tr("Because %1.").arg(shownReason(readings.remembered->reason));
            }
            return MeterText::tr("It is low for a new chat and for long messages: what is new is always read.");
        case Meter::drafts:
            return MeterText::tr("Text that is hard to foresee, such as poems or numbers, is hard to guess ahead.");
        case Meter::in_mind:
            return MeterText::tr(
                "Long chats, long documents and pictures fill it. A new chat begins empty; shortening an earlier "
                "message makes room. How much fits is set in Settings, Model and memory.");
        case Meter::hot_parts:
            return MeterText::tr("With more graphics memory for Strata, more parts of the model fit on the card.");
        case Meter::graphics_memory:
            return MeterText::tr(
                "Parts of the model that are used often lie on the card. Free the graphics card to give it back.");
        case Meter::memory:
            return MeterText::tr(
                "The model itself lies in memory while it is loaded; most of it is given back at once when "
                "another program needs it. A smaller model size needs less.");
        case Meter::disk:
            return MeterText::tr(
                "Every long chat that was parked takes room. More ▸ Parked chats shows them and forgets them; "
                "the longest unused go first by themselves.");
        case Meter::checked:
            break;
    }
    return MeterText::tr(
        "More ▸ Check compares answers with and without keeping chats. It takes a few minutes. If it says “no”, "
        "copy the details and report them.");
}

}  // namespace strata::ui
