#pragma once

#include <QObject>

namespace strata::app {
class Settings;
}

namespace strata::ui {

class Composer;
class ModelController;
class RemoteController;
class SettingsController;

/// Decides when the model is loaded and when it is let go, as the settings have it: with the first typing, at the start
/// or by hand. The practice model costs next to nothing and is there from the start unless it is wanted by hand. A
/// message that is sent always loads.
class ModelLife : public QObject {
    Q_OBJECT

public:
    /// All must outlive this.
    struct Parts {
        app::Settings* settings = nullptr;
        ModelController* model = nullptr;
        SettingsController* settings_controller = nullptr;
        RemoteController* remote = nullptr;
        Composer* composer = nullptr;
    };

    explicit ModelLife(const Parts& parts, QObject* parent = nullptr);

    enum class Start {
        as_set,   ///< when the settings say so
        at_once,  ///< whatever they say
        held,     ///< not before the person asks for it: the last run ended badly
    };
    void start(Start how);
    /// Goes on as `as_set` after `held`.
    void release();
    /// Loads the model, or connects with the server that answers instead.
    void load();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();

    const Parts parts_;
    bool held_ = false;
};

}  // namespace strata::ui
