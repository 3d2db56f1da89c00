#include "strata/sha256.h"

#include <utility>

#include "base/assert.h"

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
// It needs windows.h in front of it.
#include <bcrypt.h>

#include <algorithm>
#else
#include <openssl/evp.h>
#endif

namespace strata {

#ifdef _WIN32

struct Sha256Stream::State {
    BCRYPT_ALG_HANDLE algorithm = nullptr;
    BCRYPT_HASH_HANDLE hash = nullptr;

    State() {
        const bool fine = BCryptOpenAlgorithmProvider(&algorithm, BCRYPT_SHA256_ALGORITHM, nullptr, 0) >= 0;
        STRATA_ASSERT(fine, "every Windows has SHA-256");
        begin();
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() {
        BCryptDestroyHash(hash);
        BCryptCloseAlgorithmProvider(algorithm, 0);
    }

    void begin() {
        const bool fine = BCryptCreateHash(algorithm, &hash, nullptr, 0, nullptr, 0, 0) >= 0;
        STRATA_ASSERT(fine, "SHA-256 needs no more than a little memory");
    }
    void add(std::span<const std::byte> bytes) {
        while (!bytes.empty()) {
            const auto piece = static_cast<ULONG>(std::min<std::size_t>(bytes.size(), 1U << 30));
            auto* const data = reinterpret_cast<PUCHAR>(const_cast<std::byte*>(bytes.data()));
            STRATA_ASSERT(BCryptHashData(hash, data, piece, 0) >= 0, "SHA-256 cannot fail on bytes in memory");
            bytes = bytes.subspan(piece);
        }
    }
    Sha256 finish() {
        Sha256 digest;
        const bool fine = BCryptFinishHash(hash, reinterpret_cast<PUCHAR>(digest.data()), digest.size(), 0) >= 0;
        STRATA_ASSERT(fine, "SHA-256 cannot fail on bytes in memory");
        BCryptDestroyHash(std::exchange(hash, nullptr));
        begin();
        return digest;
    }
};

#else

struct Sha256Stream::State {
    EVP_MD_CTX* context = EVP_MD_CTX_new();

    State() { begin(); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() { EVP_MD_CTX_free(context); }

    void begin() {
        const bool fine = context != nullptr && EVP_DigestInit_ex(context, EVP_sha256(), nullptr) == 1;
        STRATA_ASSERT(fine, "SHA-256 needs no more than a little memory");
    }
    void add(std::span<const std::byte> bytes) {
        const bool fine = EVP_DigestUpdate(context, bytes.data(), bytes.size()) == 1;
        STRATA_ASSERT(fine, "SHA-256 cannot fail on bytes in memory");
    }
    Sha256 finish() {
        Sha256 digest;
        const bool fine = EVP_DigestFinal_ex(context, reinterpret_cast<unsigned char*>(digest.data()), nullptr) == 1;
        STRATA_ASSERT(fine, "SHA-256 cannot fail on bytes in memory");
        begin();
        return digest;
    }
};

#endif

Sha256Stream::Sha256Stream() : state_(std::make_unique<State>()) {}
Sha256Stream::Sha256Stream(Sha256Stream&& other) noexcept = default;
Sha256Stream& Sha256Stream::operator=(Sha256Stream&& other) noexcept = default;
Sha256Stream::~Sha256Stream() = default;

void Sha256Stream::add(std::span<const std::byte> bytes) {
    state_->add(bytes);
}

Sha256 Sha256Stream::finish() {
    return state_->finish();
}

}  // namespace strata
