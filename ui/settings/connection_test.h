#pragma once

#include <QObject>

namespace strata::ui {

/// Tries whether models can be fetched through the network as it is set. An interface, so that the settings need to
/// know nothing of downloads.
class ConnectionTest : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Answers with finished.
    virtual void start() = 0;

Q_SIGNALS:
    /// problem: in words; empty: the server was reached.
    void finished(const QString& problem);
};

}  // namespace strata::ui
