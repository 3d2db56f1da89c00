#pragma once

namespace strata::ui {

/// Whether the command line asks for the local server without a window. Looked at before there is an application, as
/// one with windows needs a display.
bool wantsHeadless(int argc, char** argv);

/// Serves one model until the program is asked to end; needs no display. The process's exit code.
int runHeadless(int argc, char** argv);

}  // namespace strata::ui
