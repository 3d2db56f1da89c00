#include "app/api/public_address.h"

#include <algorithm>
#include <array>
#include <utility>

namespace strata::app::api {
namespace {

struct Range {
    const char* network;
    int bits;
};

// IANA's registries of special-purpose addresses.
constexpr std::array kNotPublicV4 = {
    Range{"0.0.0.0", 8},       Range{"10.0.0.0", 8},      Range{"100.64.0.0", 10},   Range{"127.0.0.0", 8},
    Range{"169.254.0.0", 16},  Range{"172.16.0.0", 12},   Range{"192.0.0.0", 24},    Range{"192.0.2.0", 24},
    Range{"192.31.196.0", 24}, Range{"192.52.193.0", 24}, Range{"192.88.99.0", 24},  Range{"192.168.0.0", 16},
    Range{"192.175.48.0", 24}, Range{"198.18.0.0", 15},   Range{"198.51.100.0", 24}, Range{"203.0.113.0", 24},
    Range{"224.0.0.0", 4},     Range{"240.0.0.0", 4},
};

// Of IPv6 only this much is given out at all; the rest of it is excluded one by one below.
constexpr Range kGlobalV6{"2000::", 3};
constexpr std::array kNotPublicV6 = {
    Range{"2001::", 23},                               // protocols, Teredo, benchmarks
    Range{"2001:db8::", 32},                           // examples
    Range{"2002::", 16},                               // 6to4: an IPv4 address inside
    Range{"2620:4f:8000::", 48}, Range{"3fff::", 20},  // examples
};

bool isIn(const QHostAddress& address, const Range& range) {
    return address.isInSubnet(QHostAddress(QLatin1String(range.network)), range.bits);
}

}  // namespace

bool isPublicAddress(const QHostAddress& address) {
    const auto holds = [&](const Range& range) { return isIn(address, range); };
    if (address.protocol() == QAbstractSocket::IPv4Protocol) {
        return std::ranges::none_of(kNotPublicV4, holds);
    }
    // IPv4 addresses in IPv6 clothes and those of translators lie outside the global range, so they are none either.
    return address.protocol() == QAbstractSocket::IPv6Protocol && isIn(address, kGlobalV6) &&
           std::ranges::none_of(kNotPublicV6, holds);
}

}  // namespace strata::app::api
