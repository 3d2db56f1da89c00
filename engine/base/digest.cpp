#include "base/digest.h"

#include "base/assert.h"
#include "base/error.h"

#ifdef _WIN32
#include <algorithm>
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
// bcrypt.h needs windows.h in front of it.
#include <bcrypt.h>
#else
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#endif

namespace strata {

#ifdef _WIN32

namespace {

/// `flags`: 0, or BCRYPT_ALG_HANDLE_HMAC_FLAG with a key.
Sha256 digest_of(ULONG flags, std::span<const std::byte> key, std::span<const std::byte> bytes) {
    const auto data = [](std::span<const std::byte> span) {
        return reinterpret_cast<PUCHAR>(const_cast<std::byte*>(span.data()));
    };
    Sha256 digest;
    BCRYPT_ALG_HANDLE algorithm = nullptr;
    BCRYPT_HASH_HANDLE hash = nullptr;
    bool fine = BCryptOpenAlgorithmProvider(&algorithm, BCRYPT_SHA256_ALGORITHM, nullptr, flags) >= 0 &&
                BCryptCreateHash(algorithm, &hash, nullptr, 0, data(key), static_cast<ULONG>(key.size()), 0) >= 0;
    while (fine && !bytes.empty()) {
        const auto piece = static_cast<ULONG>(std::min<std::size_t>(bytes.size(), 1U << 30));
        fine = BCryptHashData(hash, data(bytes), piece, 0) >= 0;
        bytes = bytes.subspan(piece);
    }
    fine = fine && BCryptFinishHash(hash, reinterpret_cast<PUCHAR>(digest.data()), digest.size(), 0) >= 0;
    STRATA_ASSERT(fine, "SHA-256 cannot fail on bytes in memory");
    BCryptDestroyHash(hash);
    BCryptCloseAlgorithmProvider(algorithm, 0);
    return digest;
}

}  // namespace

Sha256 sha256(std::span<const std::byte> bytes) {
    return digest_of(0, {}, bytes);
}

Sha256 hmac_sha256(std::span<const std::byte> key, std::span<const std::byte> bytes) {
    return digest_of(BCRYPT_ALG_HANDLE_HMAC_FLAG, key, bytes);
}

bool equal_digests(const Sha256& left, const Sha256& right) {
    volatile std::byte difference{0};
    for (std::size_t i = 0; i < left.size(); ++i) {
        difference = difference | (left[i] ^ right[i]);
    }
    return difference == std::byte{0};
}

Result<void> fill_with_secret(std::span<std::byte> out) {
    if (BCryptGenRandom(nullptr, reinterpret_cast<PUCHAR>(out.data()), static_cast<ULONG>(out.size()),
                        BCRYPT_USE_SYSTEM_PREFERRED_RNG) < 0) {
        return fail(ErrorCode::io_error, "the system gave no random numbers");
    }
    return {};
}

#else

Sha256 sha256(std::span<const std::byte> bytes) {
    Sha256 digest;
    const int fine = EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(digest.data()), nullptr,
                                EVP_sha256(), nullptr);
    STRATA_ASSERT(fine == 1, "SHA-256 cannot fail on bytes in memory");
    return digest;
}

Sha256 hmac_sha256(std::span<const std::byte> key, std::span<const std::byte> bytes) {
    Sha256 digest;
    const unsigned char* made = HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
                                     reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                                     reinterpret_cast<unsigned char*>(digest.data()), nullptr);
    STRATA_ASSERT(made != nullptr, "SHA-256 cannot fail on bytes in memory");
    return digest;
}

bool equal_digests(const Sha256& left, const Sha256& right) {
    return CRYPTO_memcmp(left.data(), right.data(), left.size()) == 0;
}

Result<void> fill_with_secret(std::span<std::byte> out) {
    if (RAND_bytes(reinterpret_cast<unsigned char*>(out.data()), static_cast<int>(out.size())) != 1) {
        return fail(ErrorCode::io_error, "the system gave no random numbers");
    }
    return {};
}

#endif

std::string hex_text(const Sha256& digest) {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    text.reserve(digest.size() * 2);
    for (const std::byte byte : digest) {
        text += kDigits[std::to_integer<unsigned>(byte >> 4)];
        text += kDigits[std::to_integer<unsigned>(byte & std::byte{15})];
    }
    return text;
}

}  // namespace strata
