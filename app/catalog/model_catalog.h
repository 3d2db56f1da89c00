#pragma once

#include <optional>
#include <vector>

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "strata/result.h"

namespace strata::app {

/// What a file of a model is for.
enum class FileRole {
    weights,
    metadata,     ///< the first file of a split set without weights of its own
    ngram_table,  ///< the table that several sizes share
    pictures,     ///< the part that looks at pictures
    draft,        ///< a ready-made draft layer
};

/// One file at a fixed revision of a repository. What is not known is absent, never guessed.
struct CatalogFile {
    QString id;
    QString repository;  ///< "owner/name"
    QString revision;    ///< commit; empty: none is pinned
    QString path;        ///< in the repository, with '/'
    QString folder;      ///< below the model folder
    FileRole role = FileRole::weights;
    std::optional<qint64> bytes;
    QByteArray sha256;  ///< 64 lower-case hexadecimal digits; empty: unknown

    /// The last part of the path.
    QString name() const;
    /// Where it lies below the model folder: folder/name.
    QString place() const;

    bool operator==(const CatalogFile&) const = default;
};

/// A model in one size, as it is offered.
struct CatalogSize {
    QString id;
    QString family;
    QString size;   ///< the technical name: "IQ2_XS"
    QString title;  ///< technical: family and size
    QString about;  ///< one line, in English
    QStringList files;
    QString pictures;  ///< file id of the part that looks at pictures
    bool offered = false;
    bool experimental = false;
    bool nvidia_only = false;
    bool budget = false;             ///< meant to run with only a part of its experts in memory
    int ram_gib = 0;                 ///< memory for comfort, as the system reports it
    std::optional<double> arena_gb;  ///< 10^9 bytes of routed experts
    std::optional<double> bits_per_weight;
    std::optional<double> task_average;  ///< published; the unquantised model has 93.12
    int experts_per_layer = 0;
    std::vector<int> contexts;  ///< tokens, ascending

    bool operator==(const CatalogSize&) const = default;
};

struct CatalogFamily {
    QString id;
    QString title;
    QString licence;  ///< id
    QString about;    ///< English

    bool operator==(const CatalogFamily&) const = default;
};

/// What is shown before a download: a summary and where the whole text is.
struct CatalogLicence {
    QString id;
    QString version;
    QString title;
    QString summary;  ///< English, as published
    QString address;

    bool operator==(const CatalogLicence&) const = default;
};

/// One tensor of the draft layer in the original checkpoint.
struct DraftTensor {
    QString name;
    std::vector<qint64> shape;
    QString type;  ///< as the checkpoint writes it: "BF16"

    qint64 bytes() const;

    bool operator==(const DraftTensor&) const = default;
};

/// Where the draft layer comes from: tensors of the original checkpoint, or a ready-made file.
struct DraftLayer {
    QString repository;
    QString revision;
    QString index;  ///< the checkpoint's index file
    std::vector<DraftTensor> tensors;
    QStringList ready_made;  ///< file ids

    qint64 bytes() const;

    bool operator==(const DraftLayer&) const = default;
};

/// The models that can be downloaded: a checked list, built in or from a newer file. Immutable.
class ModelCatalog {
public:
    /// The list that came with the program.
    static ModelCatalog builtIn();
    /// Reads a list. Errors: io_error, bad_file (which entry and what is wrong), unsupported_format (a newer schema).
    static Result<ModelCatalog> read(const QString& path);
    static Result<ModelCatalog> parse(const QByteArray& json);

    int version() const { return version_; }
    /// Where files come from unless a mirror is set.
    const QString& hub() const { return hub_; }
    const std::vector<CatalogFile>& files() const { return files_; }
    const std::vector<CatalogSize>& sizes() const { return sizes_; }
    const std::vector<CatalogFamily>& families() const { return families_; }
    const std::vector<CatalogLicence>& licences() const { return licences_; }
    const DraftLayer& draftLayer() const { return draft_layer_; }

    /// Null if there is none.
    const CatalogFile* file(const QString& id) const;
    const CatalogSize* size(const QString& id) const;
    const CatalogFamily* family(const QString& id) const;
    const CatalogLicence* licenceOf(const CatalogSize& size) const;

    /// The files that a size needs, its own first; `with_pictures` adds the part that looks at pictures.
    std::vector<CatalogFile> filesOf(const CatalogSize& size, bool with_pictures) const;
    /// Files with the same content as this one under other names; one download serves them all.
    std::vector<CatalogFile> sameContent(const CatalogFile& file) const;
    /// Sum of the sizes that are known.
    qint64 bytesOf(const CatalogSize& size, bool with_pictures) const;

private:
    friend class CatalogReader;

    int version_ = 0;
    QString hub_;
    std::vector<CatalogFile> files_;
    std::vector<CatalogSize> sizes_;
    std::vector<CatalogFamily> families_;
    std::vector<CatalogLicence> licences_;
    DraftLayer draft_layer_;
};

}  // namespace strata::app
