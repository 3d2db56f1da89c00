#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/owner_only.h"

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
// These need windows.h in front of them.
#include <aclapi.h>
#include <sddl.h>

namespace strata {
namespace {

/// The token's TOKEN_USER as bytes; empty if the system does not tell.
std::vector<std::byte> current_user() {
    HANDLE token = nullptr;
    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token)) {
        return {};
    }
    DWORD size = 0;
    GetTokenInformation(token, TokenUser, nullptr, 0, &size);
    std::vector<std::byte> bytes(size);
    if (!GetTokenInformation(token, TokenUser, bytes.data(), size, &size)) {
        bytes.clear();
    }
    CloseHandle(token);
    return bytes;
}

PSID user_sid(std::vector<std::byte>& user) {
    return user.empty() ? nullptr : reinterpret_cast<TOKEN_USER*>(user.data())->User.Sid;
}

}  // namespace

OwnerOnly::OwnerOnly(OwnerOnly&& other) noexcept : descriptor_(std::exchange(other.descriptor_, nullptr)) {}

OwnerOnly& OwnerOnly::operator=(OwnerOnly&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

OwnerOnly::~OwnerOnly() {
    if (descriptor_ != nullptr) {
        LocalFree(descriptor_);
    }
}

Result<OwnerOnly> OwnerOnly::create() {
    std::vector<std::byte> user = current_user();
    wchar_t* name = nullptr;
    if (user.empty() || !ConvertSidToStringSidW(user_sid(user), &name)) {
        return fail(ErrorCode::io_error, "Windows does not tell which user runs this program");
    }
    // Protected against what the folder above would pass on; passed on to what lies below; full access for one.
    const std::wstring text = std::wstring(L"D:P(A;OICI;FA;;;") + name + L")";
    LocalFree(name);
    OwnerOnly made;
    PSECURITY_DESCRIPTOR descriptor = nullptr;
    if (!ConvertStringSecurityDescriptorToSecurityDescriptorW(text.c_str(), SDDL_REVISION_1, &descriptor, nullptr)) {
        return fail(ErrorCode::io_error, "Windows refused an access list for this user");
    }
    made.descriptor_ = descriptor;
    return made;
}

bool OwnerOnly::owns(void* handle) {
    std::vector<std::byte> user = current_user();
    PSID owner = nullptr;
    PSECURITY_DESCRIPTOR descriptor = nullptr;
    if (user.empty() || GetSecurityInfo(handle, SE_FILE_OBJECT, OWNER_SECURITY_INFORMATION, &owner, nullptr, nullptr,
                                        nullptr, &descriptor) != ERROR_SUCCESS) {
        return false;
    }
    BOOL administrators = FALSE;
    const bool ours =
        EqualSid(owner, user_sid(user)) || (IsWellKnownSid(owner, WinBuiltinAdministratorsSid) &&
                                            CheckTokenMembership(nullptr, owner, &administrators) && administrators);
    LocalFree(descriptor);
    return ours;
}

}  // namespace strata
