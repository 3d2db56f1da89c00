#pragma once

#include <chrono>
#include <cstdint>

namespace strata {

/// How fast the disk was when it was last asked for enough to tell.
class DiskSpeed {
public:
    void note_read(std::uint64_t bytes, std::chrono::steady_clock::duration time) { note(read_, bytes, time); }
    void note_write(std::uint64_t bytes, std::chrono::steady_clock::duration time) { note(write_, bytes, time); }

    /// Bytes per second that reading can be expected to reach; 0: not known.
    double reading() const { return read_ > 0 ? read_ : write_; }

private:
    static void note(double& speed, std::uint64_t bytes, std::chrono::steady_clock::duration time) {
        constexpr std::uint64_t kEnough = std::uint64_t{4} << 20;  // less measures the start, not the speed
        const double seconds = std::chrono::duration<double>(time).count();
        if (bytes >= kEnough && seconds > 0) {
            speed = static_cast<double>(bytes) / seconds;
        }
    }

    double read_ = 0;
    double write_ = 0;
};

}  // namespace strata
