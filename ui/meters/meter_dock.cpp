#include "ui/meters/meter_dock.h"

#include <QStyle>

#include "ui/meters/meter_panel.h"
#include "ui/style/theme.h"

namespace strata::ui {
namespace {

constexpr int kNarrowestMain = 440;  ///< width of the main part below which the panel takes too much of it

}  // namespace

MeterDock::MeterDock(const Theme* theme, QWidget* main, MeterPanel* panel, QWidget* parent)
    : QWidget(parent), main_(main), panel_(panel) {
    main_->setParent(this);
    panel_->setParent(this);
    connect(theme, &Theme::changed, this, &MeterDock::arrange);
    arrange();
}

void MeterDock::setChoice(app::MetersShown choice) {
    if (choice != choice_) {
        choice_ = choice;
        arrange();
    }
}

app::MetersShown MeterDock::after(app::MetersShown choice) {
    switch (choice) {
        case app::MetersShown::strip:
            return app::MetersShown::panel;
        case app::MetersShown::panel:
            return app::MetersShown::off;
        case app::MetersShown::off:
            break;
    }
    return app::MetersShown::strip;
}

bool MeterDock::isStripWanted() const {
    return choice_ == app::MetersShown::strip || (choice_ == app::MetersShown::panel && !hasRoom());
}

bool MeterDock::hasRoom() const {
    return width() - panel_->sizeHint().width() >= kNarrowestMain;
}

void MeterDock::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void MeterDock::arrange() {
    const bool shown = choice_ == app::MetersShown::panel && hasRoom();
    const int side = shown ? panel_->sizeHint().width() : 0;
    const auto place = [this](QWidget* part, const QRect& area) {
        part->setGeometry(QStyle::visualRect(layoutDirection(), rect(), area));
    };
    place(main_, {0, 0, width() - side, height()});
    if (shown) {
        place(panel_, {width() - side, 0, side, height()});
    }
    panel_->setVisible(shown);
    Q_EMIT stripWanted(isStripWanted());
}

}  // namespace strata::ui
