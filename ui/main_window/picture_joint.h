#pragma once

#include <QObject>
#include <QStringList>

namespace strata::app {
class EngineThread;
class PictureStore;
class Settings;
}  // namespace strata::app

namespace strata::ui {

class AttachmentDesk;
class ChatController;
class ChatPage;
class PictureLoader;
class Theme;

/// Joins pictures and files that are attached with the composer, the messages that show them and the model that is
/// told of them.
class PictureJoint : public QObject {
    Q_OBJECT

public:
    struct Parts {
        Theme* theme = nullptr;
        QWidget* window = nullptr;
        ChatPage* page = nullptr;
        ChatController* controller = nullptr;
        app::EngineThread* engine = nullptr;
        app::Settings* settings = nullptr;
        app::PictureStore* pictures = nullptr;
    };

    /// All parts must outlive the joint. Removes the pictures that no chat has any more, in the background.
    explicit PictureJoint(const Parts& parts, QObject* parent = nullptr);

    /// Attaches files to the message that is being written.
    void attach(const QStringList& paths);

private:
    void removeOthers();

    const Parts parts_;
    PictureLoader* loader_;
    AttachmentDesk* desk_;
};

}  // namespace strata::ui
