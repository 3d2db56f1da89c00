#include "app/api/model_id.h"

#include <QFileInfo>
#include <QRegularExpression>

namespace strata::app::api {

std::string modelIdOf(const QString& path) {
    static const QRegularExpression kPart(QStringLiteral("-\\d+-of-\\d+$"));
    const QLatin1String ending(".gguf");
    QString name = QFileInfo(path).fileName();
    if (name.endsWith(ending, Qt::CaseInsensitive)) {
        name.chop(ending.size());
    }
    return name.remove(kPart).toLower().toStdString();
}

}  // namespace strata::app::api
