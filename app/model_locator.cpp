#include "app/model_locator.h"

#include <QDir>
#include <QFileInfo>

namespace strata::app {
namespace {

constexpr QLatin1String kBuiltInModelFile("strata-mini-q4_k_s.gguf");

std::optional<QString> findBuiltInModel(const QStringList& folders) {
    for (const QString& folder : folders) {
        const QString path = QDir(folder).filePath(kBuiltInModelFile);
        if (QFileInfo(path).isFile()) {
            return path;
        }
    }
    return std::nullopt;
}

}  // namespace

QStringList builtInModelFolders(const QString& program_folder) {
    const QDir folder(program_folder);
    return {
        folder.filePath(QStringLiteral("models")),
        QDir::cleanPath(folder.filePath(QStringLiteral("../share/strata-desktop/models"))),
        QStringLiteral(STRATA_SOURCE_MODELS),
    };
}

std::optional<ModelChoice> chooseModel(const QString& requested, const QStringList& folders) {
    const std::optional<QString> built_in = findBuiltInModel(folders);
    if (!requested.isEmpty()) {
        const bool is_built_in =
            built_in && QFileInfo(requested).canonicalFilePath() == QFileInfo(*built_in).canonicalFilePath();
        return ModelChoice{requested, is_built_in};
    }
    if (!built_in) {
        return std::nullopt;
    }
    return ModelChoice{*built_in, true};
}

}  // namespace strata::app
