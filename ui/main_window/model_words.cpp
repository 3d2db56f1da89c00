#include "ui/main_window/model_words.h"

#include <QCoreApplication>

#include "ui/main_window/model_controller.h"

namespace strata::ui {

/// Context of the translations.
struct ModelWords {
    Q_DECLARE_TR_FUNCTIONS(ModelWords)
};

QString modelActionText(const ModelController& model) {
    switch (model.activity().word) {
        case EngineActivity::Word::loading:
            return ModelWords::tr("Cancel loading the model");
        case EngineActivity::Word::ready:
        case EngineActivity::Word::waiting:
        case EngineActivity::Word::reading:
        case EngineActivity::Word::writing:
        case EngineActivity::Word::freeing:
            return ModelWords::tr("Free the memory of the model");
        case EngineActivity::Word::no_model:
        case EngineActivity::Word::off:
        case EngineActivity::Word::needs_restart:
        case EngineActivity::Word::failed:
            break;
    }
    return ModelWords::tr("Load the model");
}

bool canToggle(const ModelController& model) {
    if (model.isRemote()) {
        return false;  // a server's memory is not ours to free
    }
    const EngineActivity::Word word = model.activity().word;
    return word != EngineActivity::Word::no_model && word != EngineActivity::Word::freeing &&
           word != EngineActivity::Word::needs_restart;
}

}  // namespace strata::ui
