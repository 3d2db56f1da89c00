#include "strata/text_model.h"

#include <utility>

#include "base/error.h"
#include "gguf/gguf_file.h"
#include "text/prompt_encoder.h"

namespace strata {
namespace {

class FileTextModel : public TextModel {
public:
    explicit FileTextModel(PromptEncoder encoder) : encoder_(std::move(encoder)) {}

    Result<std::string> render(const GenerationRequest& request) const override {
        STRATA_TRY(PromptText prompt, encoder_.render(request));
        return std::move(prompt.text);
    }

    Result<int> count_tokens(const GenerationRequest& request) const override {
        STRATA_TRY(const std::vector<TokenId> ids, encoder_.encode(request));
        return static_cast<int>(ids.size());
    }

    int count_tokens(const std::string& text) const override {
        return static_cast<int>(encoder_.tokenizer().encode(text, ControlTokens::plain_text).size());
    }

private:
    PromptEncoder encoder_;
};

}  // namespace

Result<std::unique_ptr<TextModel>> TextModel::open(const std::filesystem::path& path) {
    STRATA_TRY(const GgufFile file, GgufFile::open(path));
    STRATA_TRY(PromptEncoder encoder, PromptEncoder::from_gguf(file));
    return std::unique_ptr<TextModel>(std::make_unique<FileTextModel>(std::move(encoder)));
}

}  // namespace strata
