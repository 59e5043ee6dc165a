// SPDX-License-Identifier: Apache-2.0
#include "host/alignment.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tapestry {

namespace {

// Clocks of machines run apart by less than this; what two round trips say is believed when they
// bound the drift better.
constexpr double kMostDrift = 100e-6;

bool is_sane(const RecordedAlignment& p) {
    return std::isfinite(p.here_ns) && std::isfinite(p.offset_ns) && p.doubt_ns >= 0 &&
           std::fabs(p.here_ns) < 9e18 && std::fabs(p.offset_ns) < 9e18 && p.doubt_ns < 9e18;
}

}  // namespace

Alignment::Alignment(const Recording& process, const Recording& reference) {
    doubt_ns_ = process.clock_doubt_ns + reference.clock_doubt_ns;
    std::vector<RecordedAlignment> points;
    std::copy_if(process.alignments.begin(), process.alignments.end(), std::back_inserter(points),
                 is_sane);
    if (points.empty()) {
        known_ = process.boot == reference.boot;
        return;
    }
    const RecordedAlignment& first = points.front();
    const RecordedAlignment& last = points.back();
    const double length = last.here_ns - first.here_ns;
    if (length > 0 && first.doubt_ns + last.doubt_ns < kMostDrift * length) {
        at_ns_ = first.here_ns;
        offset_ns_ = first.offset_ns;
        drift_ = (last.offset_ns - first.offset_ns) / length;
        // Beyond the two moments all lines through both doubts spread.
        const double spread = (first.doubt_ns + last.doubt_ns) / length;
        const double before = first.here_ns - static_cast<double>(process.start);
        const double after = static_cast<double>(process.end) - last.here_ns;
        doubt_ns_ += std::max(first.doubt_ns + spread * std::max(before, 0.0),
                              last.doubt_ns + spread * std::max(after, 0.0));
        return;
    }
    const RecordedAlignment& best =
        *std::min_element(points.begin(), points.end(),
                          [](const auto& a, const auto& b) { return a.doubt_ns < b.doubt_ns; });
    at_ns_ = best.here_ns;
    offset_ns_ = best.offset_ns;
    const double farthest = std::max(std::fabs(static_cast<double>(process.end) - at_ns_),
                                     std::fabs(static_cast<double>(process.start) - at_ns_));
    doubt_ns_ += best.doubt_ns + kMostDrift * farthest;
}

std::uint64_t Alignment::shared_ns(std::uint64_t ns) const {
    const double add = std::round(offset_ns_ + drift_ * (static_cast<double>(ns) - at_ns_));
    if (!(std::fabs(add) < 4e18)) return ns;
    const auto step = static_cast<std::int64_t>(add);
    if (step >= 0) return ns + static_cast<std::uint64_t>(step);
    const auto down = static_cast<std::uint64_t>(-step);
    return ns > down ? ns - down : 0;
}

}  // namespace tapestry
