#pragma once

#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

#include "base/assert.h"
#include "gguf/gguf_file.h"
#include "text/tokenizer.h"

namespace strata::testing {

/// The file tests/fixtures/tokenizer/tiny-a-vocab.gguf: 927 tokens in 1024 rows, no tensors.
inline GgufFile tiny_vocabulary_file() {
    auto file = GgufFile::open(STRATA_TEST_FIXTURES "/tokenizer/tiny-a-vocab.gguf");
    STRATA_ASSERT(file.has_value(), "the fixture can be read");
    return *file;
}

inline Tokenizer tiny_tokenizer() {
    auto tokenizer = Tokenizer::from_gguf(tiny_vocabulary_file());
    STRATA_ASSERT(tokenizer.has_value(), "the fixture is a vocabulary");
    return *tokenizer;
}

/// A JSON file of tests/fixtures/tokenizer.
inline nlohmann::json tokenizer_fixture(const std::string& name) {
    std::ifstream stream(std::string(STRATA_TEST_FIXTURES "/tokenizer/") + name);
    STRATA_ASSERT(stream.good(), "the fixture exists");
    return nlohmann::json::parse(stream);
}

}  // namespace strata::testing
