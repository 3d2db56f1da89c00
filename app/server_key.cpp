#include "app/server_key.h"

#include <array>
#include <utility>

#include <QByteArray>
#include <QFile>
#include <QPointer>
#include <QRandomGenerator>

#include "app/key_store.h"
#include "app/whole_file.h"

namespace strata::app {
namespace {

constexpr std::size_t kKeyWords = 8;  ///< of 32 bits
constexpr qint64 kLargestFile = 4'096;

}  // namespace

QString newServerKey() {
    std::array<quint32, kKeyWords> words;
    QRandomGenerator::system()->fillRange(words.data(), static_cast<qsizetype>(words.size()));
    const QByteArray bytes(reinterpret_cast<const char*>(words.data()), sizeof(words));
    return QString::fromLatin1(bytes.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals));
}

ServerKey::ServerKey(KeyStore* keys, QString path, QObject* parent)
    : QObject(parent), keys_(keys), path_(std::move(path)) {}

void ServerKey::read(QObject* context, const Read& done) {
    if (!key_.isEmpty()) {
        done(key_);
        return;
    }
    keys_->read(kServerKey, this, [this, done, owner = QPointer(context)](const QString& secret) {
        if (key_.isEmpty()) {  // else it was made while the store was being asked
            key_ = secret.isEmpty() ? readFile() : secret;
        }
        if (key_.isEmpty()) {
            keep(newServerKey());
        }
        if (owner) {
            done(key_);
        }
    });
}

void ServerKey::renew() {
    keep(newServerKey());
    Q_EMIT changed();
}

void ServerKey::keep(const QString& key) {
    key_ = key;
    keys_->write(kServerKey, key, this, [this, key](KeptWhere where) {
        if (path_.isEmpty() || key != key_) {
            return;
        }
        if (where == KeptWhere::system_store) {
            QFile::remove(path_);  // an older one
        } else if (const auto written = replaceWholeFile(path_, key.toLatin1()); !written) {
            qWarning("The key of the local server could not be kept: %s", written.error().message.c_str());
        }
    });
}

/// Empty: there is none, or it is no key of ours.
QString ServerKey::readFile() const {
    QFile file(path_);
    if (path_.isEmpty() || !file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const QString key = QString::fromLatin1(file.read(kLargestFile)).trimmed();
    return key.size() == newServerKey().size() ? key : QString();
}

}  // namespace strata::app
