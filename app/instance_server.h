#pragma once

#include <chrono>
#include <memory>

#include <QByteArray>
#include <QObject>
#include <QStringList>

class QLocalServer;
class QLocalSocket;

namespace strata::app {

/// Where the program that has a data folder can be reached by a second start of the same user: a local socket in the
/// user's runtime folder, or a pipe. Listens only after the data folder is taken, so nobody else does.
class InstanceServer : public QObject {
    Q_OBJECT

public:
    explicit InstanceServer(const QString& data_folder, QObject* parent = nullptr);
    ~InstanceServer() override;

    bool isListening() const;

    /// Asks the program that has the folder to show itself and to open these files (absolute paths). False: nobody
    /// answered in time. Waits, so only a program that is about to end may call it.
    static bool call(const QString& data_folder, const QStringList& files,
                     std::chrono::milliseconds patience = std::chrono::seconds(3));

Q_SIGNALS:
    /// Another start wants the window in front; files: what it was given to open.
    void called(const QStringList& files);

private:
    void takeCaller();
    void read(QLocalSocket* caller, QByteArray& received);

    std::unique_ptr<QLocalServer> server_;
};

}  // namespace strata::app
