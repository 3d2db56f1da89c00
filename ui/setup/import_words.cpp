#include "ui/setup/import_words.h"

#include <QCoreApplication>
#include <QFileInfo>

#include "ui/downloads/download_text.h"
#include "ui/setup/size_words.h"

namespace strata::ui {

/// Context of the translations.
struct ImportWords {
    Q_DECLARE_TR_FUNCTIONS(ImportWords)
};

FoundWords foundWords(const app::FoundFile& found, const app::ModelCatalog& catalog, const QString& wanted) {
    const app::CatalogSize* const size = catalog.size(found.size);
    const QString name = size != nullptr ? plainName(*size) : found.file;
    const QString bytes = bytesText(found.bytes);
    switch (found.kind) {
        case app::FoundKind::wanted:
            return {app::CheckLevel::good, ImportWords::tr("Fits"),
                    ImportWords::tr("Belongs to %1 and is whole. %2").arg(wanted, bytes)};
        case app::FoundKind::other_known:
            return {app::CheckLevel::fair, ImportWords::tr("Other size"),
                    ImportWords::tr("Is whole and belongs to %1, not to %2. %3").arg(name, wanted, bytes)};
        case app::FoundKind::changed:
            return {app::CheckLevel::bad, ImportWords::tr("Differs"),
                    ImportWords::tr("Is as long as a file of %1, but has another content: it is damaged, or an older "
                                    "version.")
                        .arg(name)};
        case app::FoundKind::incomplete:
            return {app::CheckLevel::bad, ImportWords::tr("Not whole"),
                    ImportWords::tr("Begins as a model file and does not go on as one: an unfinished download, or "
                                    "damaged (%1).")
                        .arg(found.reason)};
        case app::FoundKind::unknown:
            return {app::CheckLevel::bad, ImportWords::tr("Not known"),
                    found.reason.isEmpty()
                        ? ImportWords::tr("Is a whole model file, of a model or version that is not in the list. %1")
                              .arg(bytes)
                        : ImportWords::tr("Is a whole model file (“%1”), of a model or version that is not in the "
                                          "list. %2")
                              .arg(found.reason, bytes)};
        case app::FoundKind::no_model:
            break;
    }
    return {app::CheckLevel::bad, ImportWords::tr("No model"), ImportWords::tr("Is no model file.")};
}

QString importProblemText(const app::FoundFile& file, const app::DownloadProblem& problem) {
    const QString name = QFileInfo(file.path).fileName();
    return ImportWords::tr("%1 could not be taken. %2").arg(name, downloadProblemText(problem, {}));
}

}  // namespace strata::ui
