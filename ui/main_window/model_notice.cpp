#include "ui/main_window/model_notice.h"

#include <utility>

#include <QFileDialog>
#include <QFileInfo>

#include "ui/main_window/model_controller.h"
#include "ui/main_window/notices.h"
#include "ui/settings/settings_controller.h"

namespace strata::ui {

ModelNotice::ModelNotice(const Parts& parts, QObject* parent) : QObject(parent), parts_(parts) {
    connect(parts.model, &ModelController::problemChanged, this, &ModelNotice::follow);
    follow();
}

/// Shows what is wrong, or takes the notice away.
void ModelNotice::follow() {
    const auto& problem = parts_.model->problem();
    if (!problem) {
        parts_.notices->remove(Notices::Kind::model);
        return;
    }
    Notice notice;
    notice.tone = NoticeBar::Tone::error;
    notice.text = problem->text;
    notice.details = problem->details;
    notice.action = tr("Try again");
    notice.act = [this] {
        parts_.settings->load();
        parts_.composer->setFocus();
    };
    if (!parts_.model->isRemote()) {
        offerOthers(notice);
    }
    parts_.notices->put(Notices::Kind::model, std::move(notice));
}

/// What leads on when the file itself is at fault comes first: the same file once more rarely helps.
void ModelNotice::offerOthers(Notice& notice) {
    const QString choose = tr("Choose another file…");
    const auto ask = [this] { askForFile(); };
    if (parts_.model->isBuiltIn() || parts_.model->modelPath().isEmpty()) {
        notice.second_action = choose;
        notice.second_act = ask;
        return;
    }
    notice.third_action = notice.action;
    notice.third_act = notice.act;
    notice.action = choose;
    notice.act = ask;
    notice.second_action = tr("Use the practice model");
    notice.second_act = [this] { use(QString()); };
}

void ModelNotice::askForFile() {
    if (dialog_) {
        dialog_->raise();
        return;
    }
    dialog_ = new QFileDialog(parts_.window, tr("Choose a model"), QFileInfo(parts_.model->modelPath()).absolutePath(),
                              tr("Models (*.gguf);;All files (*)"));
    dialog_->setObjectName(QStringLiteral("modelFileDialog"));
    dialog_->setAttribute(Qt::WA_DeleteOnClose);
    dialog_->setFileMode(QFileDialog::ExistingFile);
    connect(dialog_, &QFileDialog::fileSelected, this, &ModelNotice::use);
    dialog_->open();
}

void ModelNotice::use(const QString& path) {
    parts_.settings->useModel(path);
    parts_.composer->setFocus();
}

}  // namespace strata::ui
