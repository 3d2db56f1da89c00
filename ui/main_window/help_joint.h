#pragma once

#include <QObject>
#include <QPointer>

class QDialog;
class QWidget;

namespace strata::app {
class LogFile;
class RequestJournal;
}  // namespace strata::app

namespace strata::ui {

class CacheCheck;
class ModelController;
class MoreMenu;
class Notices;
class SettingsController;
class Theme;

/// The dialogs that help: the keyboard map, what the program is, what it has said, and what somebody who is to help
/// should know.
class HelpJoint : public QObject {
    Q_OBJECT

public:
    /// All must outlive the joint.
    struct Parts {
        const Theme* theme = nullptr;
        QWidget* window = nullptr;
        MoreMenu* more = nullptr;
        ModelController* model = nullptr;
        CacheCheck* check = nullptr;
        const SettingsController* settings = nullptr;
        app::LogFile* log = nullptr;
        const Notices* notices = nullptr;
        const app::RequestJournal* requests = nullptr;
    };

    explicit HelpJoint(const Parts& parts, QObject* parent = nullptr);

    void showKeys();
    void showDiagnostics();
    void showAbout();
    void showNotices();

private:
    template <class Make>
    void show(QPointer<QDialog>& place, Make make);

    const Parts parts_;
    QPointer<QDialog> keys_;
    QPointer<QDialog> diagnostics_;
    QPointer<QDialog> about_;
    QPointer<QDialog> notices_;
};

}  // namespace strata::ui
