#pragma once

#include <functional>

#include <QLatin1String>
#include <QObject>
#include <QString>

namespace strata::app {

class KeyStore;

/// Name in the key store of the key that other programs show to the local server.
inline constexpr QLatin1String kServerKey("server");

/// 32 random bytes of the system's generator, as letters that fit into a header and an address.
QString newServerKey();

/// The local server's key: made when it is first asked for, kept in the key store, and where the system has none in a
/// file that only its user can read. Lives on the window's thread.
class ServerKey : public QObject {
    Q_OBJECT

public:
    using Read = std::function<void(const QString& key)>;

    /// keys must outlive it. path: of that file; empty: nothing is written beside the store.
    ServerKey(KeyStore* keys, QString path, QObject* parent = nullptr);

    /// Gives the key to `done`, now or later; not at all once `context` is gone.
    void read(QObject* context, const Read& done);
    /// Makes another one. The old one opens nothing any more.
    void renew();

Q_SIGNALS:
    void changed();

private:
    void keep(const QString& key);
    QString readFile() const;

    KeyStore* keys_;
    const QString path_;
    QString key_;  ///< empty: not read yet
};

}  // namespace strata::app
