#pragma once

#include "ui/settings/setting_pages.h"
#include "ui/style/usage_bar.h"

namespace strata::ui {

/// A live bar that says whether what is set fits into this PC's memory.
class MemoryBar : public UsageBar {
    Q_OBJECT

public:
    MemoryBar(const Theme* theme, app::Settings* settings, const SettingsFacts& facts, QWidget* parent = nullptr);

private:
    void judge();

    app::Settings* settings_;
    const SettingsFacts facts_;
};

}  // namespace strata::ui
