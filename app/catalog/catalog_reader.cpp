#include "app/catalog/catalog_reader.h"

#include <algorithm>
#include <utility>

#include <QJsonArray>
#include <QJsonDocument>
#include <QUrl>

#include "app/catalog/outside_name.h"

namespace strata::app {
namespace {

constexpr int kSchema = 1;
constexpr qsizetype kLargestCatalog = 4 << 20;
constexpr qsizetype kMostEntries = 1'000;
constexpr qsizetype kLongestText = 2'000;
constexpr qint64 kLargestFile = qint64{1} << 43;  // 8 TiB

bool isHex(const QString& text, qsizetype digits) {
    return text.size() == digits && std::all_of(text.begin(), text.end(), [](QChar c) {
               return (c >= QLatin1Char('0') && c <= QLatin1Char('9')) ||
                      (c >= QLatin1Char('a') && c <= QLatin1Char('f'));
           });
}

std::optional<FileRole> roleOf(const QString& text) {
    static const std::pair<const char*, FileRole> kRoles[] = {{"weights", FileRole::weights},
                                                              {"metadata", FileRole::metadata},
                                                              {"ngram_table", FileRole::ngram_table},
                                                              {"pictures", FileRole::pictures},
                                                              {"draft", FileRole::draft}};
    for (const auto& [name, role] : kRoles) {
        if (text == QLatin1String(name)) {
            return role;
        }
    }
    return std::nullopt;
}

}  // namespace

Result<ModelCatalog> CatalogReader::read(const QByteArray& json) {
    const auto bad = [](const QString& what) {
        return tl::make_unexpected(Error{ErrorCode::bad_file, "the list of models: " + what.toStdString()});
    };
    if (json.size() > kLargestCatalog) {
        return bad(QStringLiteral("it is larger than 4 MiB"));
    }
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (!document.isObject()) {
        return bad(error.error == QJsonParseError::NoError ? QStringLiteral("it is no object") : error.errorString());
    }
    const QJsonObject root = document.object();
    const int schema = root.value(QLatin1String("schema")).toInt();
    if (schema > kSchema) {
        return tl::make_unexpected(
            Error{ErrorCode::unsupported_format, "the list of models was made for a newer version of this program"});
    }
    if (schema != kSchema) {
        return bad(QStringLiteral("it names no schema"));
    }
    readParts(root);
    return isFine() ? Result<ModelCatalog>(std::move(catalog_)) : bad(fault_);
}

void CatalogReader::readParts(const QJsonObject& root) {
    catalog_.version_ = static_cast<int>(integer(root, "version", 1, 1'000'000));
    catalog_.hub_ = address(root, "hub");
    readLicences(array(root, "licences"));
    readFamilies(array(root, "families"));
    readFiles(array(root, "files"));
    readSizes(array(root, "sizes"));
    entry_ = QStringLiteral("draft_layer");
    readDraftLayer(root.value(QLatin1String("draft_layer")).toObject());
}

void CatalogReader::readLicences(const QJsonArray& array) {
    QSet<QString> taken;
    for (const QJsonValue value : array) {
        const QJsonObject object = value.toObject();
        CatalogLicence licence;
        licence.id = id(object, taken);
        licence.version = text(object, "version");
        licence.title = text(object, "title");
        licence.summary = text(object, "summary");
        licence.address = address(object, "address");
        catalog_.licences_.push_back(std::move(licence));
    }
}

void CatalogReader::readFamilies(const QJsonArray& array) {
    QSet<QString> taken;
    for (const QJsonValue value : array) {
        const QJsonObject object = value.toObject();
        CatalogFamily family;
        family.id = id(object, taken);
        family.title = text(object, "title");
        family.licence = text(object, "licence");
        family.about = text(object, "about");
        if (std::ranges::find(catalog_.licences_, family.licence, &CatalogLicence::id) == catalog_.licences_.end()) {
            refuse(QStringLiteral("there is no licence '%1'").arg(family.licence));
        }
        catalog_.families_.push_back(std::move(family));
    }
}

void CatalogReader::readFiles(const QJsonArray& array) {
    for (const QJsonValue value : array) {
        const QJsonObject object = value.toObject();
        CatalogFile file;
        file.id = id(object, file_ids_);
        file.repository = text(object, "repository");
        file.path = text(object, "path");
        file.folder = text(object, "folder");
        if (!isSafePath(file.path) || !isSafePath(file.repository) || !isSafeName(file.folder) ||
            file.repository.count(QLatin1Char('/')) != 1) {
            refuse(QStringLiteral("its repository, path or folder is no name that this program uses"));
        }
        if (object.contains(QLatin1String("revision"))) {
            file.revision = text(object, "revision");
            if (!isHex(file.revision, 40)) {
                refuse(QStringLiteral("its revision is no commit"));
            }
        }
        if (object.contains(QLatin1String("bytes"))) {
            file.bytes = integer(object, "bytes", 1, kLargestFile);
        }
        if (object.contains(QLatin1String("sha256"))) {
            file.sha256 = text(object, "sha256").toLatin1();
            if (!isHex(QString::fromLatin1(file.sha256), 64)) {
                refuse(QStringLiteral("its fingerprint is no SHA-256 in lower-case digits"));
            }
        }
        const auto role = roleOf(text(object, "role"));
        if (!role) {
            refuse(QStringLiteral("its role is not known"));
        }
        file.role = role.value_or(FileRole::weights);
        if (places_.contains(file.place().toCaseFolded())) {
            refuse(QStringLiteral("another file has its place"));
        }
        places_.insert(file.place().toCaseFolded());
        catalog_.files_.push_back(std::move(file));
    }
}

void CatalogReader::readSizes(const QJsonArray& array) {
    QSet<QString> taken;
    for (const QJsonValue value : array) {
        const QJsonObject object = value.toObject();
        CatalogSize size;
        size.id = id(object, taken);
        size.family = text(object, "family");
        size.size = text(object, "size");
        size.title = text(object, "title");
        size.about = text(object, "about");
        size.files = fileIds(object, "files");
        size.pictures = text(object, "pictures");
        size.offered = flag(object, "offered");
        size.experimental = flag(object, "experimental");
        size.nvidia_only = flag(object, "nvidia_only");
        size.budget = flag(object, "budget");
        size.ram_gib = static_cast<int>(integer(object, "ram_gib", 1, 1 << 20));
        size.arena_gb = number(object, "arena_gb");
        size.bits_per_weight = number(object, "bits_per_weight");
        size.task_average = number(object, "task_average");
        size.experts_per_layer = static_cast<int>(integer(object, "experts_per_layer", 1, 1 << 20));
        for (const QJsonValue context : this->array(object, "contexts")) {
            size.contexts.push_back(context.toInt());
        }
        if (size.contexts.empty() || size.contexts.front() < 1 || !std::ranges::is_sorted(size.contexts)) {
            refuse(QStringLiteral("its context lengths do not ascend"));
        }
        if (!file_ids_.contains(size.pictures) || size.files.isEmpty()) {
            refuse(QStringLiteral("it names no file, or no part for pictures"));
        }
        if (std::ranges::find(catalog_.families_, size.family, &CatalogFamily::id) == catalog_.families_.end()) {
            refuse(QStringLiteral("there is no family '%1'").arg(size.family));
        }
        catalog_.sizes_.push_back(std::move(size));
    }
}

void CatalogReader::readDraftLayer(const QJsonObject& object) {
    DraftLayer& layer = catalog_.draft_layer_;
    layer.repository = text(object, "repository");
    layer.revision = text(object, "revision");
    layer.index = text(object, "index");
    if (!isSafePath(layer.repository) || !isHex(layer.revision, 40) || !isSafeName(layer.index)) {
        refuse(QStringLiteral("its repository, revision or index is no name that this program uses"));
    }
    layer.ready_made = fileIds(object, "ready_made");
    QSet<QString> names;
    for (const QJsonValue value : array(object, "tensors")) {
        const QJsonObject tensor_object = value.toObject();
        DraftTensor tensor;
        tensor.name = text(tensor_object, "name");
        tensor.type = text(tensor_object, "type");
        for (const QJsonValue size : array(tensor_object, "shape")) {
            tensor.shape.push_back(size.toInteger());
        }
        const bool fits = std::ranges::all_of(tensor.shape, [](qint64 n) { return n > 0 && n <= (qint64{1} << 24); });
        if (!isSafeName(tensor.name) || names.contains(tensor.name) || tensor.type != QLatin1String("BF16") ||
            tensor.shape.empty() || tensor.shape.size() > 3 || !fits || tensor.bytes() > kLargestFile) {
            refuse(QStringLiteral("tensor '%1' makes no sense").arg(tensor.name));
            return;
        }
        names.insert(tensor.name);
        layer.tensors.push_back(std::move(tensor));
    }
}

QJsonArray CatalogReader::array(const QJsonObject& from, const char* key) {
    const QJsonArray found = from.value(QLatin1String(key)).toArray();
    if (found.isEmpty() || found.size() > kMostEntries) {
        refuse(QStringLiteral("'%1' is missing, empty or too long").arg(QLatin1String(key)));
        return {};
    }
    return found;
}

QString CatalogReader::text(const QJsonObject& from, const char* key) {
    const QString found = from.value(QLatin1String(key)).toString();
    if (found.isEmpty() || found.size() > kLongestText) {
        refuse(QStringLiteral("'%1' is missing or too long").arg(QLatin1String(key)));
        return {};
    }
    return found;
}

/// The entry's id, which also names it in messages.
QString CatalogReader::id(const QJsonObject& from, QSet<QString>& taken) {
    entry_.clear();
    const QString found = text(from, "id");
    entry_ = found;
    if (!isSafeName(found) || taken.contains(found)) {
        refuse(QStringLiteral("this id cannot be used, or is there twice"));
    }
    taken.insert(found);
    return found;
}

QString CatalogReader::address(const QJsonObject& from, const char* key) {
    const QString found = text(from, key);
    const QUrl url(found, QUrl::StrictMode);
    if (!url.isValid() || url.scheme() != QLatin1String("https") || url.host().isEmpty() || !url.userInfo().isEmpty()) {
        refuse(QStringLiteral("'%1' is no https address").arg(QLatin1String(key)));
    }
    return found;
}

qint64 CatalogReader::integer(const QJsonObject& from, const char* key, qint64 least, qint64 most) {
    const QJsonValue value = from.value(QLatin1String(key));
    const qint64 found = value.toInteger(least - 1);
    if (!value.isDouble() || found < least || found > most || static_cast<double>(found) != value.toDouble()) {
        refuse(QStringLiteral("'%1' is no whole number that fits").arg(QLatin1String(key)));
        return least;
    }
    return found;
}

std::optional<double> CatalogReader::number(const QJsonObject& from, const char* key) {
    const QJsonValue value = from.value(QLatin1String(key));
    if (value.isUndefined()) {
        return std::nullopt;
    }
    if (!value.isDouble() || !(value.toDouble() > 0) || value.toDouble() > 1e6) {
        refuse(QStringLiteral("'%1' is no number that fits").arg(QLatin1String(key)));
    }
    return value.toDouble();
}

bool CatalogReader::flag(const QJsonObject& from, const char* key) {
    return from.value(QLatin1String(key)).toBool();
}

QStringList CatalogReader::fileIds(const QJsonObject& from, const char* key) {
    QStringList found;
    for (const QJsonValue value : array(from, key)) {
        found += value.toString();
        if (!file_ids_.contains(found.back())) {
            refuse(QStringLiteral("there is no file '%1'").arg(found.back()));
        }
    }
    return found;
}

/// The first fault counts.
void CatalogReader::refuse(const QString& what) {
    if (isFine()) {
        fault_ = entry_.isEmpty() ? what : QStringLiteral("%1: %2").arg(entry_, what);
    }
}

}  // namespace strata::app
