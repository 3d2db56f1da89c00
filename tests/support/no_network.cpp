#include "support/no_network.h"

#ifdef __linux__
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <array>
#include <cstddef>

namespace strata::testing {

bool forbidNetwork() {
    constexpr unsigned kWord = BPF_LD | BPF_W | BPF_ABS;
    constexpr unsigned kEquals = BPF_JMP | BPF_JEQ | BPF_K;
    constexpr unsigned kReturn = BPF_RET | BPF_K;
    // Low half of the first argument, the address family, on little-endian machines.
    constexpr unsigned kFamily = offsetof(seccomp_data, args);
    std::array rules{
        sock_filter BPF_STMT(kWord, offsetof(seccomp_data, nr)),
        sock_filter BPF_JUMP(kEquals, SYS_socket, 0, 4),
        sock_filter BPF_STMT(kWord, kFamily),
        sock_filter BPF_JUMP(kEquals, AF_INET, 1, 0),
        sock_filter BPF_JUMP(kEquals, AF_INET6, 0, 1),
        sock_filter BPF_STMT(kReturn, SECCOMP_RET_KILL_PROCESS),
        sock_filter BPF_STMT(kReturn, SECCOMP_RET_ALLOW),
    };
    const sock_fprog program{rules.size(), rules.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace strata::testing
#else
namespace strata::testing {

bool forbidNetwork() {
    return false;
}

}  // namespace strata::testing
#endif
