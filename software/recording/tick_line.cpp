// SPDX-License-Identifier: Apache-2.0
#include "software/recording/tick_line.h"

#include <algorithm>
#include <cmath>

namespace tapestry {

namespace {

// Points closer together than this do not give a reliable rate.
constexpr std::uint64_t kLeastDistanceNs = 1'000'000;

// Sorts points by time and drops those too close together; the last one always stays.
std::vector<TickPoint> usable(std::vector<TickPoint> points) {
    std::sort(points.begin(), points.end(),
              [](const TickPoint& a, const TickPoint& b) { return a.ticks < b.ticks; });
    std::vector<TickPoint> kept;
    for (const TickPoint& p : points) {
        const bool grows = kept.empty() || (p.ticks > kept.back().ticks && p.ns > kept.back().ns);
        if (!grows) continue;
        if (!kept.empty() && p.ns - kept.back().ns < kLeastDistanceNs && kept.size() > 1) continue;
        kept.push_back(p);
    }
    return kept;
}

// The step is accurate to a fraction of a nanosecond, and the sum is in integers. Absurd distances,
// which only a damaged file has, give the point itself.
std::uint64_t from(const TickPoint& point, std::uint64_t ticks, double rate) {
    constexpr double kBeyond = 4e18;
    const bool later = ticks >= point.ticks;
    const double step =
        std::round(static_cast<double>(later ? ticks - point.ticks : point.ticks - ticks) * rate);
    if (!(step < kBeyond) || point.ns > static_cast<std::uint64_t>(kBeyond)) return point.ns;
    const auto ns = static_cast<std::uint64_t>(step);
    if (later) return point.ns + ns;
    return point.ns > ns ? point.ns - ns : 0;
}

}  // namespace

TickLine::TickLine(std::vector<TickPoint> points, bool ticks_are_ns, std::uint64_t stated_hz) {
    if (ticks_are_ns) return;
    points_ = usable(std::move(points));
    for (const TickPoint& p : points_)
        doubt_ns_ = std::max(doubt_ns_, static_cast<double>(p.doubt_ns));
    const bool near =
        points_.size() < 2 || points_.back().ns - points_.front().ns < kLeastDistanceNs;
    if (near && stated_hz != 0) stated_rate_ = 1e9 / static_cast<double>(stated_hz);
}

std::uint64_t TickLine::ns(std::uint64_t ticks) const {
    if (points_.empty()) return ticks;
    if (stated_rate_ > 0 || points_.size() < 2)
        return from(points_[0], ticks, stated_rate_ > 0 ? stated_rate_ : 1);
    const auto after =
        std::lower_bound(points_.begin() + 1, points_.end() - 1, ticks,
                         [](const TickPoint& p, std::uint64_t t) { return p.ticks < t; });
    const TickPoint& a = *(after - 1);
    const TickPoint& b = *after;
    return from(a, ticks,
                static_cast<double>(b.ns - a.ns) / static_cast<double>(b.ticks - a.ticks));
}

}  // namespace tapestry
