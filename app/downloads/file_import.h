#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include <QObject>
#include <QStringList>

#include "app/catalog/model_catalog.h"
#include "app/downloads/background_work.h"
#include "app/downloads/download_state.h"

namespace strata::app {

/// What a file that somebody has turns out to be.
enum class FoundKind {
    wanted,       ///< a file of the model that was chosen
    other_known,  ///< a file of another model of the list
    changed,      ///< as long as a known file, with another content: damaged, or an older version
    incomplete,   ///< begins as a model file and is not a whole one
    unknown,      ///< a whole model file that the list does not know
    no_model,
};

struct FoundFile {
    QString path;
    qint64 bytes = 0;
    FoundKind kind = FoundKind::no_model;
    QString file;    ///< id in the catalogue, with wanted, other_known and changed
    QString size;    ///< id of a size that it belongs to, if there is one
    QString reason;  ///< what is wrong with it; or what an unknown model calls itself
    QByteArray sha256;

    bool operator==(const FoundFile&) const = default;
};

enum class ImportAction {
    in_place,  ///< a second name in the model folder; needs the same drive
    copy,
    move,
};

/// Takes model files that are there already: tells them by their content, not by their names, and brings them into the
/// model folder. Reads on a thread of its own; lives on the window's.
class FileImport : public QObject {
    Q_OBJECT

public:
    explicit FileImport(const ModelCatalog& catalog, QObject* parent = nullptr);
    /// Looks at files, and at those in folders. wanted: id of the chosen size. Answers with examined, or stopped.
    void examine(const QStringList& paths, const QString& wanted);
    /// Brings files into the model folder, compares what was written, and marks them. Answers with taken for each, then
    /// finished; or with failed or stopped. What was not finished leaves nothing behind.
    void take(const std::vector<FoundFile>& files, ImportAction action, const QString& folder);
    void stop() { work_.stop(); }

Q_SIGNALS:
    void progressed(qint64 bytes, qint64 bytes_total);
    void examined(const std::vector<strata::app::FoundFile>& files);
    void taken(const strata::app::FoundFile& file, const QString& path);
    void finished();
    void failed(const strata::app::FoundFile& file, const strata::app::DownloadProblem& problem);
    void stopped();

private:
    FoundFile identify(const QString& path, const QString& wanted, WorkProgress& progress) const;
    std::optional<DownloadProblem> bring(const FoundFile& file, ImportAction action, const QString& folder,
                                         WorkProgress& progress, QString& path) const;
    WorkProgress progressOf(const std::stop_token& token);
    QString sizeOf(const QString& file_id, const QString& wanted) const;

    const ModelCatalog catalog_;
    BackgroundWork work_{this};
};

}  // namespace strata::app

Q_DECLARE_METATYPE(strata::app::FoundFile)
Q_DECLARE_METATYPE(std::vector<strata::app::FoundFile>)
Q_DECLARE_METATYPE(strata::app::DownloadProblem)
