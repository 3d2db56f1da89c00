#pragma once

#include <QStringList>

namespace strata::app {

/// Starts this program again, in a process of its own that outlives this one. The data folder must have been given back
/// and this process must end now. arguments: without the program's name. False: the system refused.
bool restartProgram(const QStringList& arguments);

}  // namespace strata::app
