#pragma once

#include <string>
#include <string_view>

namespace strata {

// Vocabularies of byte-level BPE spell each byte as one printable character, so that tokens are text: printable Latin-1
// bytes as themselves, the others, in ascending order, as U+0100, U+0101, ... (Radford et al., "Language Models are
// Unsupervised Multitask Learners", 2019).

/// The character that stands for a byte.
char32_t character_of_byte(unsigned char byte);

/// Adds the bytes that a spelling stands for; false, with `bytes` as it was, if a character of it stands for no byte.
bool append_bytes_of_spelling(std::string& bytes, std::string_view spelling);

}  // namespace strata
