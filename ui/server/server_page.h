#pragma once

class QWidget;

namespace strata::ui {

class ServerController;
class SettingsPage;
class Theme;

/// The page of the settings about other apps that use the model.
SettingsPage* makeServerPage(const Theme* theme, ServerController* server, QWidget* parent);

}  // namespace strata::ui
