#include "app/catalog/model_catalog.h"

#include <algorithm>
#include <numeric>

#include <QFile>

#include "app/catalog/catalog_reader.h"

// The list lies in this library; a static one is only asked for it if somebody names it, outside any namespace.
static void findBuiltInCatalog() {
    Q_INIT_RESOURCE(catalog);
}

namespace strata::app {
namespace {

template <class T>
const T* find(const std::vector<T>& entries, const QString& id) {
    const auto found = std::ranges::find(entries, id, &T::id);
    return found == entries.end() ? nullptr : &*found;
}

}  // namespace

QString CatalogFile::name() const {
    return path.section(QLatin1Char('/'), -1);
}

QString CatalogFile::place() const {
    return folder + QLatin1Char('/') + name();
}

qint64 DraftTensor::bytes() const {
    constexpr qint64 kValueBytes = 2;
    return std::accumulate(shape.begin(), shape.end(), kValueBytes, std::multiplies<>());
}

qint64 DraftLayer::bytes() const {
    return std::accumulate(tensors.begin(), tensors.end(), qint64{0},
                           [](qint64 sum, const DraftTensor& tensor) { return sum + tensor.bytes(); });
}

ModelCatalog ModelCatalog::builtIn() {
    findBuiltInCatalog();
    auto catalog = read(QStringLiteral(":/strata/models-catalog.json"));
    return catalog ? *catalog : ModelCatalog();  // a test proves that it can be read
}

Result<ModelCatalog> ModelCatalog::read(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return tl::make_unexpected(
            Error{ErrorCode::io_error, "the list of models: " + file.errorString().toStdString()});
    }
    constexpr qint64 kMost = 8 << 20;  // above what the reader takes
    return parse(file.read(kMost));
}

Result<ModelCatalog> ModelCatalog::parse(const QByteArray& json) {
    return CatalogReader().read(json);
}

const CatalogFile* ModelCatalog::file(const QString& id) const {
    return find(files_, id);
}

const CatalogSize* ModelCatalog::size(const QString& id) const {
    return find(sizes_, id);
}

const CatalogFamily* ModelCatalog::family(const QString& id) const {
    return find(families_, id);
}

const CatalogLicence* ModelCatalog::licenceOf(const CatalogSize& size) const {
    const CatalogFamily* const found = family(size.family);
    return found == nullptr ? nullptr : find(licences_, found->licence);
}

std::vector<CatalogFile> ModelCatalog::filesOf(const CatalogSize& size, bool with_pictures) const {
    std::vector<CatalogFile> found;
    for (const QString& id : size.files) {
        found.push_back(*file(id));
    }
    if (with_pictures) {
        found.push_back(*file(size.pictures));
    }
    return found;
}

std::vector<CatalogFile> ModelCatalog::sameContent(const CatalogFile& file) const {
    std::vector<CatalogFile> found;
    std::ranges::copy_if(files_, std::back_inserter(found), [&](const CatalogFile& other) {
        return other.id != file.id && !file.sha256.isEmpty() && other.sha256 == file.sha256;
    });
    return found;
}

qint64 ModelCatalog::bytesOf(const CatalogSize& size, bool with_pictures) const {
    qint64 sum = 0;
    for (const CatalogFile& file : filesOf(size, with_pictures)) {
        sum += file.bytes.value_or(0);
    }
    return sum;
}

}  // namespace strata::app
