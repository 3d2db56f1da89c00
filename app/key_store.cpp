#include "app/key_store.h"

#include <qt6keychain/keychain.h>
#include <QPointer>

namespace strata::app {
namespace {

// Jobs delete themselves when they have finished and have no parent: the system's store calls back into a job that it
// has begun, and must find it also when whoever asked is gone.
const QLatin1String kService("Strata Desktop");

}  // namespace

void KeyStore::read(const QString& name, QObject* /*context*/, const Read& done) {
    const auto at = known_.find(name);
    done(at == known_.end() ? QString() : at->second);
}

void KeyStore::write(const QString& name, const QString& secret, QObject* /*context*/, const Written& done) {
    known_[name] = secret;
    if (done) {
        done(KeptWhere::memory);
    }
}

void SystemKeyStore::read(const QString& name, QObject* context, const Read& done) {
    if (known_.contains(name)) {
        KeyStore::read(name, context, done);
        return;
    }
    auto* const job = new QKeychain::ReadPasswordJob(kService);
    job->setKey(name);
    connect(job, &QKeychain::Job::finished, this, [this, job, name, done, owner = QPointer(context)] {
        // What was written while the store was being asked is newer than its answer.
        const QString found = job->error() == QKeychain::NoError ? job->textData() : QString();
        const QString secret = known_.try_emplace(name, found).first->second;
        if (owner) {
            done(secret);
        }
    });
    job->start();
}

void SystemKeyStore::write(const QString& name, const QString& secret, QObject* context, const Written& done) {
    known_[name] = secret;
    QKeychain::Job* job = nullptr;
    if (secret.isEmpty()) {
        job = new QKeychain::DeletePasswordJob(kService);
    } else {
        auto* const writing = new QKeychain::WritePasswordJob(kService);
        writing->setTextData(secret);
        job = writing;
    }
    job->setKey(name);
    connect(job, &QKeychain::Job::finished, this, [job, done, owner = QPointer(context)] {
        if (owner && done) {
            const bool kept = job->error() == QKeychain::NoError || job->error() == QKeychain::EntryNotFound;
            done(kept ? KeptWhere::system_store : KeptWhere::memory);
        }
    });
    job->start();
}

}  // namespace strata::app
