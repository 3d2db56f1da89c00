#include "ui/main_window/folder_claim.h"

#include <chrono>
#include <cstdio>
#include <utility>

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QMessageBox>
#include <QPushButton>
#include <QThread>

#include "app/instance_server.h"
#include "ui/main_window/start_options.h"

namespace strata::ui {

/// Context of the translations.
struct FolderClaimText {
    Q_DECLARE_TR_FUNCTIONS(FolderClaimText)
};

namespace {

using State = app::DataFolder::State;

/// Longer than a program takes that is just beginning or ending.
constexpr std::chrono::seconds kPatience{6};
constexpr std::chrono::milliseconds kPause{100};

FolderClaim tryClaim(const StartOptions& options, const QString& path) {
    const QDeadlineTimer end(kPatience);
    for (;;) {
        FolderClaim claim;
        claim.folder = std::make_unique<app::DataFolder>(path);
        const State state = claim.folder->state();
        if (state == State::ready || state == State::not_writable) {
            claim.end = FolderClaim::End::taken;
            return claim;
        }
        if (state == State::in_use && !options.scripted &&
            app::InstanceServer::call(claim.folder->path(), options.files)) {
            claim.end = FolderClaim::End::handed;
            return claim;
        }
        if (state != State::in_use || options.scripted || end.hasExpired()) {
            return claim;
        }
        QThread::msleep(static_cast<unsigned long>(kPause.count()));
    }
}

bool askToTryAgain(const app::DataFolder& folder) {
    QMessageBox box(QMessageBox::Warning, FolderClaimText::tr("Strata Desktop"), inUseText(folder));
    box.setTextFormat(Qt::PlainText);
    const bool own = folder.state() == State::in_use;
    const QPushButton* const again =
        box.addButton(own ? FolderClaimText::tr("Show it") : FolderClaimText::tr("Try again"), QMessageBox::AcceptRole);
    box.addButton(FolderClaimText::tr("Quit"), QMessageBox::RejectRole);
    box.exec();
    return box.clickedButton() == again;
}

}  // namespace

QString inUseText(const app::DataFolder& folder) {
    if (folder.state() == State::in_use) {
        return FolderClaimText::tr("Strata is already running for this user.");
    }
    return FolderClaimText::tr("The data folder is in use by another user or PC.") + QStringLiteral("\n\n") +
           FolderClaimText::tr("%1 on %2").arg(QDir::toNativeSeparators(folder.path()), folder.otherPc());
}

FolderClaim claimDataFolder(const StartOptions& options, const QString& path) {
    for (;;) {
        FolderClaim claim = tryClaim(options, path);
        if (claim.end != FolderClaim::End::refused) {
            return claim;
        }
        if (options.scripted) {
            std::fprintf(stderr, "%s\n", qPrintable(inUseText(*claim.folder)));
            return claim;
        }
        if (!askToTryAgain(*claim.folder)) {
            return claim;
        }
    }
}

}  // namespace strata::ui
