#include "app/api/network_place.h"

#include <algorithm>

#include <QNetworkInterface>

#include "app/api/public_address.h"

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
// These need windows.h in front of them.
#include <netlistmgr.h>
#include <objbase.h>

#include <memory>
#include <optional>
#endif

namespace strata::app::api {
namespace {

/// IPv4 addresses of the networks that this PC is in.
QList<QNetworkAddressEntry> entries() {
    QList<QNetworkAddressEntry> found;
    for (const QNetworkInterface& network : QNetworkInterface::allInterfaces()) {
        const auto flags = network.flags();
        if (!flags.testFlag(QNetworkInterface::IsRunning) || flags.testFlag(QNetworkInterface::IsLoopBack)) {
            continue;
        }
        for (const QNetworkAddressEntry& entry : network.addressEntries()) {
            if (entry.ip().protocol() == QAbstractSocket::IPv4Protocol) {
                found.append(entry);
            }
        }
    }
    return found;
}

#ifdef _WIN32

template <class Interface>
struct Releaser {
    void operator()(Interface* object) const { object->Release(); }
};
template <class Interface>
using Com = std::unique_ptr<Interface, Releaser<Interface>>;

/// Keeps the thread ready for the system's objects while it lives.
class ComThread {
public:
    ComThread() : is_ready_(SUCCEEDED(CoInitializeEx(nullptr, COINIT_MULTITHREADED))) {}
    ~ComThread() {
        if (is_ready_) {
            CoUninitialize();
        }
    }
    ComThread(const ComThread&) = delete;
    ComThread& operator=(const ComThread&) = delete;

private:
    bool is_ready_;
};

std::optional<NetworkPlace> placeOf(INetwork& network) {
    GUID id{};
    NLM_NETWORK_CATEGORY category = NLM_NETWORK_CATEGORY_PUBLIC;
    if (FAILED(network.GetNetworkId(&id)) || FAILED(network.GetCategory(&category))) {
        return std::nullopt;
    }
    NetworkPlace place;
    constexpr int kGuidLetters = 39;
    wchar_t letters[kGuidLetters] = {};
    StringFromGUID2(id, letters, kGuidLetters);
    place.id = QString::fromWCharArray(letters);
    BSTR name = nullptr;
    if (SUCCEEDED(network.GetName(&name)) && name != nullptr) {
        place.name = QString::fromWCharArray(name);
        SysFreeString(name);
    }
    place.mark = category == NLM_NETWORK_CATEGORY_PUBLIC ? NetworkMark::open : NetworkMark::own;
    return place;
}

/// None: the system does not tell.
std::optional<std::vector<NetworkPlace>> markedPlaces() {
    const ComThread thread;
    INetworkListManager* found = nullptr;
    if (FAILED(CoCreateInstance(__uuidof(NetworkListManager), nullptr, CLSCTX_ALL, __uuidof(INetworkListManager),
                                reinterpret_cast<void**>(&found)))) {
        return std::nullopt;
    }
    const Com<INetworkListManager> manager(found);
    IEnumNetworks* listed = nullptr;
    if (FAILED(manager->GetNetworks(NLM_ENUM_NETWORK_CONNECTED, &listed)) || listed == nullptr) {
        return std::nullopt;
    }
    const Com<IEnumNetworks> networks(listed);
    std::vector<NetworkPlace> places;
    INetwork* next = nullptr;
    ULONG count = 0;
    while (networks->Next(1, &next, &count) == S_OK && count == 1) {
        const Com<INetwork> network(next);
        if (auto place = placeOf(*network)) {
            places.push_back(std::move(*place));
        }
    }
    return places;
}

#endif

}  // namespace

std::vector<NetworkPlace> placesOf(const QList<QNetworkAddressEntry>& addresses) {
    std::vector<NetworkPlace> places;
    for (const QNetworkAddressEntry& entry : addresses) {
        const QHostAddress& ip = entry.ip();
        if (ip.isLoopback() || ip.isLinkLocal()) {
            continue;
        }
        const bool is_internet = isPublicAddress(ip);
        const int bits = std::max(0, entry.prefixLength());
        const quint32 mask = bits == 0 ? 0 : ~quint32{0} << (32 - std::min(bits, 32));
        const QString subnet =
            QStringLiteral("%1/%2").arg(QHostAddress(ip.toIPv4Address() & mask).toString()).arg(bits);
        const NetworkPlace place{is_internet ? ip.toString() : subnet, is_internet ? ip.toString() : subnet,
                                 is_internet ? NetworkMark::open : NetworkMark::unknown};
        if (std::ranges::find(places, place) == places.end()) {
            places.push_back(place);
        }
    }
    return places;
}

std::vector<NetworkPlace> networkPlaces() {
#ifdef _WIN32
    if (auto marked = markedPlaces()) {
        return *marked;
    }
#endif
    return placesOf(entries());
}

QStringList networkAddresses(int port) {
    QStringList addresses;
    for (const QNetworkAddressEntry& entry : entries()) {
        addresses.append(QStringLiteral("http://%1:%2").arg(entry.ip().toString()).arg(port));
    }
    return addresses;
}

}  // namespace strata::app::api
