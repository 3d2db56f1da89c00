#pragma once

#include <filesystem>
#include <memory>
#include <mutex>

#include "strata/result.h"
#include "strata/text_model.h"

namespace strata::app::api {

/// The tokenizer of the chosen model's file, opened when it is first asked for, and kept. Any thread.
class TextSource {
public:
    void setFile(std::filesystem::path file);
    /// May take long; the lock is not held meanwhile. Errors: of TextModel::open.
    Result<std::shared_ptr<const TextModel>> get();

private:
    std::mutex mutex_;
    std::filesystem::path path_;
    std::shared_ptr<const TextModel> model_;
};

}  // namespace strata::app::api
