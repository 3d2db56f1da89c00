#pragma once

#include "app/settings.h"

namespace strata::app {

/// Remembers with which model settings a model last came up, so that settings with which none does are undone at the
/// next start, also if the program went down with them. Lives on the window's thread.
class LoadGuard {
public:
    /// settings must outlive the guard.
    explicit LoadGuard(Settings* settings) : settings_(settings) {}

    /// To be called at the start, before anything is loaded: if the last load did not come to its end and the settings
    /// were others before, these are set again. True if that has happened; the person is to be told.
    bool undoFailedSettings();

    void loadBegins();
    void loaded();
    /// The person gave it up: that says nothing about the settings.
    void loadCancelled();

private:
    Settings* settings_;
};

}  // namespace strata::app
