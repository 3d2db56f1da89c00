#include "ui/main_window/help_joint.h"

#include <QDialog>
#include <QShortcut>
#include <QtConcurrent>
#include <QWidget>

#include "app/diagnostics.h"
#include "app/log_file.h"
#include "app/request_journal.h"
#include "ui/dialogs/about_dialog.h"
#include "ui/dialogs/cache_check.h"
#include "ui/dialogs/diagnostics_dialog.h"
#include "ui/dialogs/notice_log_dialog.h"
#include "ui/dialogs/shortcut_dialog.h"
#include "ui/main_window/model_controller.h"
#include "ui/main_window/more_menu.h"
#include "ui/main_window/notices.h"
#include "ui/settings/settings_controller.h"

namespace strata::ui {
namespace {

QString checkLine(const CacheCheck& check) {
    const auto last = check.lastResult();
    return last ? QStringLiteral("%1, %2, %3")
                      .arg(last->passed ? QStringLiteral("passed") : QStringLiteral("some answers differed"),
                           last->time.toString(Qt::ISODate), last->model)
                : QString();
}

}  // namespace

HelpJoint::HelpJoint(const Parts& parts, QObject* parent) : QObject(parent), parts_(parts) {
    parts.more->offerHelp();
    connect(parts.more, &MoreMenu::keysWanted, this, &HelpJoint::showKeys);
    connect(parts.more, &MoreMenu::diagnosticsWanted, this, &HelpJoint::showDiagnostics);
    connect(parts.more, &MoreMenu::noticesWanted, this, &HelpJoint::showNotices);
    connect(parts.more, &MoreMenu::aboutWanted, this, &HelpJoint::showAbout);
    for (const QKeySequence& keys : {QKeySequence(Qt::Key_F1), QKeySequence(Qt::CTRL | Qt::Key_Slash)}) {
        auto* const shortcut = new QShortcut(keys, parts.window);
        connect(shortcut, &QShortcut::activated, this, &HelpJoint::showKeys);
    }
}

template <class Make>
void HelpJoint::show(QPointer<QDialog>& place, Make make) {
    if (!place) {
        place = make();
        place->setAttribute(Qt::WA_DeleteOnClose);
    }
    place->show();
    place->activateWindow();
}

void HelpJoint::showKeys() {
    show(keys_, [this] { return new ShortcutDialog(parts_.theme, parts_.window); });
}

void HelpJoint::showAbout() {
    show(about_, [this] {
        return new AboutDialog(parts_.theme, parts_.model->modelName(), parts_.requests->all(), parts_.window);
    });
}

void HelpJoint::showNotices() {
    show(notices_, [this] {
        auto* const dialog = new NoticeLogDialog(parts_.theme, parts_.window);
        const auto fill = [dialog, notices = parts_.notices] {
            std::vector<NoticeLine> lines;
            for (const Notices::Told& told : notices->log()) {
                lines.push_back({told.time, told.text});
            }
            dialog->showLines(lines);
        };
        connect(parts_.notices, &Notices::told, dialog, fill);
        fill();
        return dialog;
    });
}

void HelpJoint::showDiagnostics() {
    show(diagnostics_, [this] {
        auto* const dialog = new DiagnosticsDialog(parts_.theme, parts_.window);
        const SettingsFacts known = parts_.settings->facts();
        const app::DiagnosticsFacts facts{.hardware = known.hardware,
                                          .engine = known.engine,
                                          .load_time = parts_.settings->reloadTime(),
                                          .state = shownActivity(parts_.model->activity()),
                                          .self_check = checkLine(*parts_.check)};
        const app::LogText text = parts_.log->text();
        dialog->add(app::diagnosticsLines(facts, *parts_.settings->parts().settings, text));
        QtConcurrent::run([log = parts_.log->path(), text] {
            return app::newestLines(log, text);
        }).then(dialog, [dialog](const QStringList& lines) { dialog->add(QStringList{"[log]"} + lines); });
        return dialog;
    });
}

}  // namespace strata::ui
