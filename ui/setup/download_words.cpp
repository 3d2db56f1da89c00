#include "ui/setup/download_words.h"

#include <algorithm>

#include <QCoreApplication>
#include <QDir>
#include <QLocale>

#include "ui/setup/size_words.h"

namespace strata::ui {

/// Context of the translations.
struct DownloadWords {
    Q_DECLARE_TR_FUNCTIONS(DownloadWords)
};

namespace {

constexpr int kMinute = 60;
constexpr int kHour = 3'600;
constexpr double kMb = 1e6;

QString place(const app::DownloadProblem& problem) {
    return QDir::toNativeSeparators(problem.place);
}

QString diskText(const app::DownloadProblem& problem, const app::DownloadState& state) {
    switch (problem.trouble) {
        case app::DownloadTrouble::disk_none:
            return DownloadWords::tr("There is not enough room on %1: %2 GB are needed, %3 GB are free.")
                .arg(place(problem), gigabytes(problem.bytes_needed), gigabytes(problem.bytes_free));
        case app::DownloadTrouble::disk_full:
            return DownloadWords::tr(
                       "Drive %1 is almost full, so the download is paused at %2 of %3 GB. Nothing is lost.")
                .arg(place(problem), gigabytes(state.bytes_done), gigabytes(state.bytes_total));
        case app::DownloadTrouble::disk_write:
            return DownloadWords::tr("The system refused to write to %1 (%2).").arg(place(problem), problem.reason);
        case app::DownloadTrouble::disk_gone:
            return DownloadWords::tr("The drive with the model (%1) is not connected.").arg(place(problem));
        case app::DownloadTrouble::disk_bad:
            return DownloadWords::tr(
                "The same piece arrived damaged three times. This is often a failing disk or "
                "memory.");
        case app::DownloadTrouble::disk_fat:
            return DownloadWords::tr("Drive %1 uses FAT32, which cannot hold files over 4 GB.").arg(place(problem));
        case app::DownloadTrouble::locked:
            return DownloadWords::tr("%1 is in use by another program (often a virus scanner).").arg(place(problem));
        default:
            break;
    }
    return DownloadWords::tr("The folder name cannot be used on this system (%1).").arg(problem.reason);
}

}  // namespace

QString downloadProblemText(const app::DownloadProblem& problem, const app::DownloadState& state) {
    const QString status = problem.http_status > 0 ? QString::number(problem.http_status) : problem.reason;
    switch (problem.trouble) {
        case app::DownloadTrouble::no_network:
            return DownloadWords::tr("No internet connection. The download continues by itself when it is back.");
        case app::DownloadTrouble::slow_network:
            return state.next_try_seconds
                       ? DownloadWords::tr("The server sends nothing at the moment. Next try in %1 s.")
                             .arg(*state.next_try_seconds)
                       : DownloadWords::tr("The server sends nothing at the moment. It is tried again by itself.");
        case app::DownloadTrouble::refused:
            return DownloadWords::tr("%1 refused the download (%2).").arg(problem.place, status);
        case app::DownloadTrouble::proxy:
            return DownloadWords::tr("Your network needs a proxy that did not accept us (%1).").arg(status);
        case app::DownloadTrouble::insecure:
            return DownloadWords::tr("The connection is not secure (%1). Nothing was downloaded.").arg(problem.reason);
        case app::DownloadTrouble::web_page:
            return DownloadWords::tr(
                "The network answered with a web page instead of the model. Do you need to log in to "
                "this Wi-Fi?");
        case app::DownloadTrouble::changed:
            return DownloadWords::tr("The model on the server was updated during the download.");
        case app::DownloadTrouble::wrong_sum:
            return DownloadWords::tr(
                "A file does not match its fingerprint, so it cannot be used. Strata looks for the "
                "damaged parts and fetches only those.");
        default:
            break;
    }
    return diskText(problem, state);
}

QString durationWord(int seconds) {
    if (seconds < kMinute) {
        return DownloadWords::tr("less than a minute");
    }
    if (seconds < 2 * kHour) {
        return DownloadWords::tr("about %1 min").arg((seconds + kMinute / 2) / kMinute);
    }
    return DownloadWords::tr("about %1 hours").arg((seconds + kHour / 2) / kHour);
}

QString downloadNumbers(const app::DownloadState& state) {
    const QString unknown = QStringLiteral("–");
    const QString speed =
        state.bytes_per_second
            ? DownloadWords::tr("%1 MB/s").arg(QLocale().toString(*state.bytes_per_second / kMb, 'f', 1))
            : unknown;
    const QString left = state.seconds_left ? durationWord(*state.seconds_left) : unknown;
    return DownloadWords::tr("File %1 of %2. %3 of %4 GB. Speed: %5. Time left: %6.")
        .arg(std::max(state.current, 0) + 1)
        .arg(state.files.size())
        .arg(gigabytes(state.bytes_done), state.bytes_total > 0 ? gigabytes(state.bytes_total) : unknown, speed, left);
}

}  // namespace strata::ui
