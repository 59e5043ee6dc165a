// SPDX-License-Identifier: Apache-2.0
// Ticks of a processor's counter as nanoseconds: straight lines between the points at which a
// process looked at both clocks, and the outer ones go on beyond.
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
    // Points in any order. `stated_hz` serves where the points lie too near each other to tell the
    // rate; 0: not known. With ticks that are nanoseconds there need not be any points.
    TickLine(std::vector<TickPoint> points, bool ticks_are_ns, std::uint64_t stated_hz);

    std::uint64_t ns(std::uint64_t ticks) const;
    double doubt_ns() const { return doubt_ns_; }

private:
    std::vector<TickPoint> points_;
    double stated_rate_ = 0;  // nanoseconds a tick, where it is used
    double doubt_ns_ = 0;
};

}  // namespace tapestry
