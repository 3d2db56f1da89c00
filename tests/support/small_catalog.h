#pragma once

#include <QByteArray>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "app/catalog/model_catalog.h"

namespace strata::testing {

inline QByteArray fixture(const QString& name) {
    QFile file(QStringLiteral(STRATA_TEST_FIXTURES "/gguf-bad/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QByteArray weights() {
    return fixture("valid_align_4096.gguf");
}
inline QByteArray table() {
    return fixture("valid_v2.gguf");
}
inline QByteArray pictures() {
    return fixture("valid_no_tensors.gguf");
}

inline QJsonObject fileEntry(const QString& id, const QString& path, const QString& folder, const QByteArray& content,
                             const QString& role) {
    return {{"id", id},
            {"repository", "owner/model"},
            {"revision", QString(40, 'b')},
            {"path", path},
            {"folder", folder},
            {"bytes", content.size()},
            {"sha256", QString::fromLatin1(QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex())},
            {"role", role}};
}

/// Two sizes with weights of their own and one table, in small files.
inline app::ModelCatalog smallCatalog() {
    QFile built_in(QStringLiteral(STRATA_RESOURCES "/catalog/models-catalog.json"));
    if (!built_in.open(QIODevice::ReadOnly)) {
        qFatal("no catalogue");
    }
    QJsonObject root = QJsonDocument::fromJson(built_in.readAll()).object();
    const QByteArray second = weights() + QByteArray(4096, '\0');
    root["files"] = QJsonArray{fileEntry("a-1", "a-00001-of-00002.gguf", "a", weights(), "weights"),
                               fileEntry("a-2", "a-00002-of-00002.gguf", "a", table(), "ngram_table"),
                               fileEntry("b-1", "b-00001-of-00002.gguf", "b", second, "weights"),
                               fileEntry("b-2", "b-00002-of-00002.gguf", "b", table(), "ngram_table"),
                               fileEntry("eyes", "eyes.gguf", "pictures", pictures(), "pictures")};
    const auto size = [](const QString& id) {
        return QJsonObject{{"id", id},
                           {"family", "original"},
                           {"size", id},
                           {"title", id},
                           {"about", id},
                           {"files", QJsonArray{id + "-1", id + "-2"}},
                           {"pictures", "eyes"},
                           {"offered", true},
                           {"ram_gib", 8},
                           {"experts_per_layer", 4},
                           {"contexts", QJsonArray{8192}}};
    };
    root["sizes"] = QJsonArray{size("a"), size("b")};
    QJsonObject draft = root["draft_layer"].toObject();
    draft["ready_made"] = QJsonArray{"eyes"};
    root["draft_layer"] = draft;
    const auto catalog = app::ModelCatalog::parse(QJsonDocument(root).toJson());
    if (!catalog) {
        qFatal("%s", catalog.error().message.c_str());
    }
    return *catalog;
}

inline void put(const QString& path, const QByteArray& content) {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) {
        qFatal("cannot write a test's file");
    }
}

inline QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace strata::testing
