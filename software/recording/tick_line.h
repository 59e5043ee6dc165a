// SPDX-License-Identifier: Apache-2.0
// Converts ticks of the processor's counter to nanoseconds: linear interpolation between the points
// at which a process read both clocks, and extrapolation beyond them.
#pragma once

#include <cstdint>
#include <vector>

namespace tapestry {

struct TickPoint {
    std::uint64_t ticks = 0;
    std::uint64_t ns = 0;
    std::uint64_t doubt_ns = 0;
};

class TickLine {
public:
    // Points may be in any order. `stated_hz` is used if the points are too close together to give
    // the rate; 0: unknown. If ticks are nanoseconds, no points are needed.
    TickLine(std::vector<TickPoint> points, bool ticks_are_ns, std::uint64_t stated_hz);

    std::uint64_t ns(std::uint64_t ticks) const;
    double doubt_ns() const { return doubt_ns_; }

private:
    std::vector<TickPoint> points_;
    double stated_rate_ = 0;  // nanoseconds per tick, if it is used
    double doubt_ns_ = 0;
};

}  // namespace tapestry
