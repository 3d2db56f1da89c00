#include "ui/main_window/model_words.h"

#include <QCoreApplication>

#include "ui/main_window/model_controller.h"

namespace strata::ui {

/// Context of the translations.
struct ModelWords {
    Q_DECLARE_TR_FUNCTIONS(ModelWords)
};

QString modelActionText(const ModelController& model) {
    if (model.isLoading()) {
        return ModelWords::tr("Cancel loading the model");
    }
    return model.isReady() ? ModelWords::tr("Free the memory of the model") : ModelWords::tr("Load the model");
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
