#include "app/api/text_source.h"

#include <utility>

namespace strata::app::api {

void TextSource::setFile(std::filesystem::path file) {
    const std::lock_guard lock(mutex_);
    if (file != path_) {
        path_ = std::move(file);
        model_.reset();
    }
}

Result<std::shared_ptr<const TextModel>> TextSource::get() {
    std::unique_lock lock(mutex_);
    if (model_) {
        return model_;
    }
    const std::filesystem::path path = path_;
    lock.unlock();
    auto opened = TextModel::open(path);
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    std::shared_ptr<const TextModel> model = std::move(*opened);
    lock.lock();
    if (path == path_) {
        model_ = model;
    }
    return model;
}

}  // namespace strata::app::api
