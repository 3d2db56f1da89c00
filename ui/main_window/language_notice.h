#pragma once

#include <functional>

#include <QObject>
#include <QString>

namespace strata::app {
class Settings;
}

namespace strata::ui {

class ChatController;
class Notices;

/// Says when another language was chosen than the one that is spoken, and lets the program begin anew with it: at once,
/// or when the answer that runs is finished.
class LanguageNotice : public QObject {
    Q_OBJECT

public:
    /// All must outlive the notice.
    struct Parts {
        const app::Settings* settings = nullptr;
        Notices* notices = nullptr;
        const ChatController* controller = nullptr;
        std::function<void()> restart;  ///< starts the program anew, with everything as it is
    };

    explicit LanguageNotice(const Parts& parts, QObject* parent = nullptr);

private:
    void follow();
    void ask();
    void restart();
    void wait();

    const Parts parts_;
    bool waits_ = false;        ///< for the answers that run
    const QString begun_with_;  ///< as the settings had it when the program was started
};

}  // namespace strata::ui
