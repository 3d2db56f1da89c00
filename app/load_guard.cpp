#include "app/load_guard.h"

#include "app/ini_text.h"
#include "app/settings_fields.h"

namespace strata::app {
namespace {

// Kept beside the window states: opaque values of the settings file.
const QString kTried = QStringLiteral("settings_tried");
const QString kLoaded = QStringLiteral("settings_loaded");

QByteArray textOf(const ModelSettings& settings) {
    IniValues values;
    visitFields(settings, FieldWriter(values));
    return writeIni(values, QStringLiteral("model settings"));
}

}  // namespace

bool LoadGuard::undoFailedSettings() {
    const QByteArray tried = settings_->windowState(kTried);
    const QByteArray good = settings_->windowState(kLoaded);
    const std::optional<IniValues> values = parseIni(good);
    if (tried.isEmpty() || good.isEmpty() || !values || tried == good || tried != textOf(settings_->model())) {
        return false;
    }
    ModelSettings before;
    visitFields(before, FieldReader(*values));
    settings_->setWindowState(kTried, {});
    settings_->set(before);
    return true;
}

void LoadGuard::loadBegins() {
    settings_->setWindowState(kTried, textOf(settings_->model()));
}

void LoadGuard::loaded() {
    // What is set by now may be newer than what came up.
    if (const QByteArray tried = settings_->windowState(kTried); !tried.isEmpty()) {
        settings_->setWindowState(kLoaded, tried);
        settings_->setWindowState(kTried, {});
    }
}

void LoadGuard::loadCancelled() {
    settings_->setWindowState(kTried, {});
}

}  // namespace strata::app
