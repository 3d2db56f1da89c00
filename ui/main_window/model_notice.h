#pragma once

#include <QObject>
#include <QPointer>

class QFileDialog;
class QWidget;

namespace strata::ui {

class ModelController;
class Notices;
class SettingsController;
struct Notice;

/// Says why there is no model, and offers what helps: another file, the practice model, or the same once more.
class ModelNotice : public QObject {
    Q_OBJECT

public:
    /// All must outlive this.
    struct Parts {
        QWidget* window = nullptr;
        Notices* notices = nullptr;
        ModelController* model = nullptr;
        SettingsController* settings = nullptr;
        QWidget* composer = nullptr;  ///< has the focus when something was chosen
    };

    explicit ModelNotice(const Parts& parts, QObject* parent = nullptr);

private:
    void follow();
    void offerOthers(Notice& notice);
    void askForFile();
    void use(const QString& path);

    const Parts parts_;
    QPointer<QFileDialog> dialog_;
};

}  // namespace strata::ui
