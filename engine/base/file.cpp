#include "base/file.h"

#include <algorithm>
#include <utility>

#include "base/system_failure.h"

namespace strata {

File::File(File&& other) noexcept {
    *this = std::move(other);
}

File::~File() {
    close();
}

File& File::operator=(File&& other) noexcept {
    if (this != &other) {
        close();
        path_ = std::move(other.path_);
        handle_ = std::exchange(other.handle_, File().handle_);
    }
    return *this;
}

}  // namespace strata
