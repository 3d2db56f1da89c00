#include "ui/main_window/measure_joint.h"

#include <QAction>
#include <QThread>

#include "app/settings.h"
#include "ui/dialogs/measure_dialog.h"
#include "ui/main_window/model_controller.h"
#include "ui/main_window/more_menu.h"
#include "ui/settings/settings_controller.h"

namespace strata::ui {

MeasureJoint::MeasureJoint(const Parts& parts, QObject* parent)
    : QObject(parent),
      parts_(parts),
      measure_({parts.model->engine(),
                [settings = parts.settings] {
                    return PcMeasure::Setting{settings->model().threads, settings->model().short_read};
                },
                [this](const PcMeasure::Setting& setting) { use(setting); }},
               PcMeasure::candidatesFor(QThread::idealThreadCount())) {
    connect(parts.more, &MoreMenu::measureWanted, this, &MeasureJoint::show);
    // What there is to measure is a model in this program.
    const auto follow = [this] {
        parts_.more->findChild<QAction*>(QStringLiteral("measureAction"))
            ->setEnabled(parts_.model->isReady() && !parts_.model->isRemote());
    };
    connect(parts.more, &QMenu::aboutToShow, this, follow);
}

void MeasureJoint::show() {
    if (!dialog_) {
        dialog_ = new MeasureDialog(parts_.theme, &measure_, parts_.window);
        dialog_->setAttribute(Qt::WA_DeleteOnClose);
    }
    dialog_->show();
    dialog_->activateWindow();
}

void MeasureJoint::use(const PcMeasure::Setting& setting) {
    app::ModelSettings model = parts_.settings->model();
    model.threads = setting.threads;
    model.short_read = setting.short_read;
    parts_.settings->set(model);
    parts_.settings_controller->load();
}

}  // namespace strata::ui
