#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QSet>

#include "app/catalog/model_catalog.h"

namespace strata::app {

/// Reads the catalogue's JSON and checks every value of it; the first fault ends it.
class CatalogReader {
public:
    Result<ModelCatalog> read(const QByteArray& json);

private:
    void readParts(const QJsonObject& root);
    void readLicences(const QJsonArray& array);
    void readFamilies(const QJsonArray& array);
    void readFiles(const QJsonArray& array);
    void readSizes(const QJsonArray& array);
    void readDraftLayer(const QJsonObject& object);

    QJsonArray array(const QJsonObject& from, const char* key);
    QString text(const QJsonObject& from, const char* key);
    QString id(const QJsonObject& from, QSet<QString>& taken);
    QString address(const QJsonObject& from, const char* key);
    qint64 integer(const QJsonObject& from, const char* key, qint64 least, qint64 most);
    std::optional<double> number(const QJsonObject& from, const char* key);
    bool flag(const QJsonObject& from, const char* key);
    QStringList fileIds(const QJsonObject& from, const char* key);
    void refuse(const QString& what);
    bool isFine() const { return fault_.isEmpty(); }

    ModelCatalog catalog_;
    QString entry_;  ///< where the reader is, for messages
    QString fault_;
    QSet<QString> file_ids_;
    QSet<QString> places_;
};

}  // namespace strata::app
