#pragma once

#include <functional>
#include <map>

#include <QObject>
#include <QString>

namespace strata::app {

/// Where a secret is after it was written.
enum class KeptWhere {
    system_store,  ///< there at the next start
    memory,        ///< until this program ends: the system has no store, or it refused
};

/// Keys and passwords, each under a name as "remote" or "proxy". They are never in a settings file, a log or an error
/// text. This one keeps them in memory; the program uses SystemKeyStore. Lives on the window's thread.
class KeyStore : public QObject {
    Q_OBJECT

public:
    using Read = std::function<void(const QString& secret)>;
    using Written = std::function<void(KeptWhere where)>;

    using QObject::QObject;

    /// Gives a secret to `done`, empty if there is none; maybe later, and not at all once `context` is gone.
    virtual void read(const QString& name, QObject* context, const Read& done);
    /// Keeps a secret, or forgets it if it is empty. `done` as with read; may be empty.
    virtual void write(const QString& name, const QString& secret, QObject* context, const Written& done);

protected:
    std::map<QString, QString> known_;  ///< what was read or written since the start
};

/// Keeps secrets in the system's key store: Credential Manager, Keychain, Secret Service or KWallet. Without one they
/// stay in memory.
class SystemKeyStore : public KeyStore {
    Q_OBJECT

public:
    using KeyStore::KeyStore;

    void read(const QString& name, QObject* context, const Read& done) override;
    void write(const QString& name, const QString& secret, QObject* context, const Written& done) override;
};

}  // namespace strata::app
