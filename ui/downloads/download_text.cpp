#include "ui/downloads/download_text.h"

#include <QCoreApplication>
#include <QLocale>

namespace strata::ui {
namespace {

struct DownloadTexts {
    Q_DECLARE_TR_FUNCTIONS(Downloads)
};

QString tr(const char* text, int count = -1) {
    return DownloadTexts::tr(text, nullptr, count);
}

QString amount(const app::DownloadState& state) {
    return tr("%1 of %2")
        .arg(bytesText(state.bytes_done), state.bytes_total > 0 ? bytesText(state.bytes_total) : QStringLiteral("–"));
}

QString refusalText(const app::DownloadProblem& problem) {
    const QString status = problem.http_status > 0 ? QString::number(problem.http_status) : problem.reason;
    const QString text = tr("%1 refused the download (%2).").arg(problem.place, status);
    switch (problem.http_status) {
        case 401:
        case 403:
            return text + QLatin1Char(' ') + tr("Its terms may have to be accepted there first.");
        case 404:
        case 410:
            return text + QLatin1Char(' ') + tr("This version of the model is no longer there.");
        default:
            return text;
    }
}

QString diskText(const app::DownloadState& state, const app::DownloadProblem& problem) {
    using Trouble = app::DownloadTrouble;
    switch (problem.trouble) {
        case Trouble::disk_none:
            return tr("%1 does not have %2 free. It has %3.")
                .arg(problem.place, bytesText(problem.bytes_needed), bytesText(problem.bytes_free));
        case Trouble::disk_full:
            return tr("%1 is almost full, so the download is paused at %2. Nothing is lost.")
                .arg(problem.place, amount(state));
        case Trouble::disk_gone:
            return tr("The drive with the model (%1) is not connected.").arg(problem.place);
        case Trouble::disk_bad:
            return tr("The same piece arrived damaged three times. This is often a failing disk or memory.");
        case Trouble::disk_fat:
            return tr("%1 uses FAT32, which cannot hold files over 4 GB.").arg(problem.place);
        case Trouble::locked:
            return tr("%1 is in use by another program (often a virus scanner).").arg(problem.place);
        case Trouble::bad_path:
            return tr("The folder name cannot be used on this system (%1).").arg(problem.reason);
        default:
            return tr("The system refused to write to %1 (%2).").arg(problem.place, problem.reason);
    }
}

}  // namespace

QString bytesText(qint64 bytes) {
    return QLocale().formattedDataSize(bytes, bytes >= 1'000'000'000 ? 1 : 0, QLocale::DataSizeSIFormat);
}

QString timeLeftText(std::optional<int> seconds) {
    if (!seconds) {
        return QStringLiteral("–");
    }
    constexpr int kMinute = 60;
    constexpr int kHour = 3'600;
    if (*seconds < 2 * kMinute) {
        return tr("about %1 s").arg(*seconds);
    }
    if (*seconds < 2 * kHour) {
        return tr("about %1 min").arg((*seconds + kMinute / 2) / kMinute);
    }
    return tr("about %1 h").arg(QLocale().toString(*seconds / static_cast<double>(kHour), 'f', 1));
}

QString downloadLine(const app::DownloadState& state) {
    using Phase = app::DownloadPhase;
    const QString wait = state.next_try_seconds ? tr("next try in %1 s").arg(*state.next_try_seconds) : QString();
    switch (state.phase) {
        case Phase::reading: {
            const QString speed = state.bytes_per_second
                                      ? tr("%1/s").arg(bytesText(static_cast<qint64>(*state.bytes_per_second)))
                                      : QStringLiteral("–");
            return tr("Downloading: %1, %2, %3 left").arg(amount(state), speed, timeLeftText(state.seconds_left));
        }
        case Phase::checking:
            return tr("Checking: %1").arg(amount(state));
        case Phase::waiting:
            return tr("Download waits: %1, %2").arg(amount(state), wait);
        case Phase::paused:
            return tr("Download paused: %1").arg(amount(state));
        case Phase::stopped:
            return tr("Download stopped: %1").arg(amount(state));
        case Phase::queued:
            return tr("Download begins: %1").arg(amount(state));
        case Phase::done:
            break;
    }
    return tr("Download finished: %1").arg(bytesText(state.bytes_total));
}

QString downloadFileText(const app::DownloadState& state) {
    if (state.current < 0) {
        return tr("All files are there.");
    }
    const app::DownloadFile& file = state.files[static_cast<std::size_t>(state.current)];
    const QString text = tr("File %1 of %2: %3").arg(state.current + 1).arg(state.files.size()).arg(file.file.name());
    return file.independently_checked ? text : tr("%1 (not independently checked)").arg(text);
}

QString downloadProblemText(const app::DownloadState& state) {
    return state.problem ? downloadProblemText(*state.problem, state) : QString();
}

QString downloadProblemText(const app::DownloadProblem& problem, const app::DownloadState& state) {
    using Trouble = app::DownloadTrouble;
    const QString wait = state.next_try_seconds ? QString::number(*state.next_try_seconds) : QStringLiteral("–");
    switch (problem.trouble) {
        case Trouble::no_network:
            return tr("No internet connection. The download continues by itself when it is back. Next try in %1 s.")
                .arg(wait);
        case Trouble::slow_network:
            return tr("The server sends nothing at the moment. Next try in %1 s.").arg(wait);
        case Trouble::refused:
            return refusalText(problem);
        case Trouble::proxy:
            return tr("Your network needs a proxy that did not accept us (%1).")
                .arg(problem.http_status > 0 ? QString::number(problem.http_status) : problem.reason);
        case Trouble::insecure:
            return tr("The connection is not secure (%1). Nothing was downloaded.").arg(problem.reason);
        case Trouble::web_page:
            return tr(
                "The network answered with a web page instead of the model. Do you need to log in to this "
                "Wi-Fi?");
        case Trouble::changed:
            return tr("The model on the server was updated during the download.");
        case Trouble::wrong_sum:
            return tr(
                "A file does not match its fingerprint, so it cannot be used. Strata looks for the damaged "
                "parts and fetches only those.");
        default:
            return diskText(state, problem);
    }
}

QString downloadProblemDetails(const app::DownloadState& state) {
    if (!state.problem) {
        return {};
    }
    const app::DownloadProblem& problem = *state.problem;
    QString text = downloadProblemText(state) + QLatin1Char('\n') + downloadFileText(state);
    for (const QString& part : {problem.place, problem.reason}) {
        text += part.isEmpty() ? QString() : QLatin1Char('\n') + part;
    }
    return problem.http_status > 0 ? text + QStringLiteral("\nHTTP %1").arg(problem.http_status) : text;
}

}  // namespace strata::ui
