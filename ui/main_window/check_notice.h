#pragma once

#include <QObject>

namespace strata::ui {

class CacheCheck;
class ModelController;
class Notices;

/// Says that a message waits because the check is running, and lets the person stop the check.
class CheckNotice : public QObject {
    Q_OBJECT

public:
    /// All must outlive this.
    struct Parts {
        Notices* notices = nullptr;
        ModelController* model = nullptr;
        CacheCheck* check = nullptr;
    };

    explicit CheckNotice(const Parts& parts, QObject* parent = nullptr);

private:
    void follow();

    const Parts parts_;
};

}  // namespace strata::ui
