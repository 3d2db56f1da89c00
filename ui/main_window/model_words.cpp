#include "ui/main_window/model_words.h"

#include <QCoreApplication>

#include "ui/main_window/model_controller.h"

namespace strata::ui {

QString modelActionText(const ModelController& model) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("ModelWords", text); };
    if (model.isLoading()) {
        return tr("Cancel loading the model");
    }
    return model.isReady() ? tr("Free the memory of the model") : tr("Load the model");
}

bool canToggle(const ModelController& model) {
    if (!model.remote().host.isEmpty()) {
        return false;  // a server's memory is not ours to free
    }
    const EngineActivity::Word word = model.activity().word;
    return word != EngineActivity::Word::no_model && word != EngineActivity::Word::freeing &&
           word != EngineActivity::Word::needs_restart;
}

}  // namespace strata::ui
