#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>

namespace strata::ui {

class ModelController;
class Notices;

/// Says when the model cannot be loaded because its drive is not connected, and when the drive is back.
class DriveNotice : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::seconds kLook{3};

    /// Names the drive of a path if it is not there. Called on a thread that may wait.
    using Look = std::function<std::optional<QString>(const QString& path)>;

    /// All must outlive the notice.
    struct Parts {
        ModelController* model = nullptr;
        Notices* notices = nullptr;
        std::function<void()> load;           ///< loads the model again
        std::function<void()> choose_folder;  ///< lets the person look for the model elsewhere
    };

    explicit DriveNotice(const Parts& parts, Look look = {}, QObject* parent = nullptr);
    ~DriveNotice() override;

    /// Looks now; otherwise it looks by itself after a failure and while a drive is missing.
    void look();

private:
    void take(const std::optional<QString>& missing);
    void tellMissing(const QString& drive);
    void tellBack(const QString& drive);

    const Parts parts_;
    const Look look_;
    std::optional<QString> missing_;  ///< the drive that was told of
    bool looking_ = false;
    QTimer timer_;
    QThreadPool thread_;
};

}  // namespace strata::ui
