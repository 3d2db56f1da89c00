#pragma once

#include <memory>

#include <QObject>

namespace strata::app {

/// Tells when the system or a terminal asks the program to end: a termination signal, Ctrl+C, a console that is closed.
/// Asked a second time in the same way, the system ends it without asking. One at a time, on the window's thread.
class QuitSignals : public QObject {
    Q_OBJECT

public:
    explicit QuitSignals(QObject* parent = nullptr);
    ~QuitSignals() override;

Q_SIGNALS:
    void quitWanted();

private:
    struct Watch;
    std::unique_ptr<Watch> watch_;
};

}  // namespace strata::app
