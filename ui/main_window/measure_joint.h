#pragma once

#include <QObject>
#include <QPointer>

#include "ui/dialogs/pc_measure.h"

class QWidget;

namespace strata::app {
class Settings;
}

namespace strata::ui {

class MeasureDialog;
class ModelController;
class MoreMenu;
class SettingsController;
class Theme;

/// Opens the measurement of this PC from the menu, and lets what it found hold.
class MeasureJoint : public QObject {
    Q_OBJECT

public:
    /// All must outlive the joint.
    struct Parts {
        const Theme* theme = nullptr;
        QWidget* window = nullptr;
        MoreMenu* more = nullptr;
        ModelController* model = nullptr;
        app::Settings* settings = nullptr;
        SettingsController* settings_controller = nullptr;
    };

    explicit MeasureJoint(const Parts& parts, QObject* parent = nullptr);

private:
    void show();
    void use(const PcMeasure::Setting& setting);

    const Parts parts_;
    PcMeasure measure_;
    QPointer<MeasureDialog> dialog_;
};

}  // namespace strata::ui
