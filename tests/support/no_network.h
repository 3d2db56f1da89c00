#pragma once

namespace strata::testing {

/// From now on the program dies (SIGSYS) when it opens a socket to the internet, IPv4 or IPv6; sockets of this machine
/// (AF_UNIX, netlink) are left alone. For child processes of tests, on Linux. False: the system does not let us watch.
[[nodiscard]] bool forbidNetwork();

}  // namespace strata::testing
