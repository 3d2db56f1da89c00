#pragma once

#include <chrono>

#include <QObject>
#include <QTimer>

namespace strata::app {
class Settings;
}

namespace strata::ui {

class ChatController;
class Composer;
class ModelController;
class Notices;
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
        ChatController* controller = nullptr;
        Composer* composer = nullptr;
        Notices* notices = nullptr;
    };

    /// Loading that takes longer is told, with a way to cancel it.
    static constexpr std::chrono::milliseconds kLongLoad{1500};

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
    void want();
    void followModel();
    void showLoading();

    const Parts parts_;
    QTimer long_load_;  ///< until loading is worth a word
    bool held_ = false;
    bool loads_ = false;
};

}  // namespace strata::ui
