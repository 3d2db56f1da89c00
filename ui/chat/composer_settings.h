#pragma once

#include <functional>

#include <QObject>

#include "app/settings.h"

namespace strata::ui {

class Composer;

/// Keeps the composer as the person set it: what Enter does, how long to think, how freely to write. What is chosen in
/// the composer becomes the setting.
class ComposerSettings : public QObject {
    Q_OBJECT

public:
    /// Both must outlive this.
    ComposerSettings(Composer* composer, app::Settings* settings, QObject* parent = nullptr);

private:
    void showLook();
    void showModel();
    void change(const std::function<void(app::ModelSettings&)>& change);

    Composer* composer_;
    app::Settings* settings_;
};

}  // namespace strata::ui
