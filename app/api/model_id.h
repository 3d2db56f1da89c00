#pragma once

#include <string>

#include <QString>

namespace strata::app::api {

/// The name by which clients ask for the model in a file: that of the file in small letters, without ".gguf" and the
/// number of its part.
std::string modelIdOf(const QString& path);

}  // namespace strata::app::api
