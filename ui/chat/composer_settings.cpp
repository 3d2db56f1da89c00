#include "ui/chat/composer_settings.h"

#include "ui/chat/composer.h"
#include "ui/chat/thinking_button.h"

namespace strata::ui {

ComposerSettings::ComposerSettings(Composer* composer, app::Settings* settings, QObject* parent)
    : QObject(parent), composer_(composer), settings_(settings) {
    const ThinkingButton* const button = composer->thinkingButton();
    connect(settings, &app::Settings::lookChanged, this, &ComposerSettings::showLook);
    connect(settings, &app::Settings::modelChanged, this, &ComposerSettings::showModel);
    connect(button, &ThinkingButton::thinkingChosen, this, [this](Thinking thinking) {
        change([thinking](app::ModelSettings& model) { model.thinking = thinking; });
    });
    connect(button, &ThinkingButton::writingStyleChosen, this, [this](int style) {
        change([style](app::ModelSettings& model) {
            model.style = style;
            model.temperature.reset();  // a number of its own would win
        });
    });
    showLook();
    showModel();
}

void ComposerSettings::showLook() {
    composer_->setEnterSends(settings_->look().enter_sends);
}

void ComposerSettings::showModel() {
    composer_->thinkingButton()->setThinking(settings_->model().thinking);
    composer_->thinkingButton()->setWritingStyle(settings_->model().style);
}

void ComposerSettings::change(const std::function<void(app::ModelSettings&)>& change) {
    app::ModelSettings model = settings_->model();
    change(model);
    settings_->set(model);
}

}  // namespace strata::ui
