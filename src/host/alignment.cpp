// SPDX-License-Identifier: Apache-2.0
#include "host/alignment.h"

#include <algorithm>
#include <cmath>

namespace tapestry {

Alignment::Alignment(const Recording& process, const Recording& reference) {
    doubt_ns_ = process.clock_doubt_ns + reference.clock_doubt_ns;
    if (&process == &reference) doubt_ns_ = process.clock_doubt_ns;
    const std::vector<RecordedAlignment>& points = process.alignments;
    if (points.empty()) {
        known_ = process.boot == reference.boot;
        return;
    }
    at_ns_ = points.front().here_ns;
    offset_ns_ = points.front().offset_ns;
    const double length = points.back().here_ns - at_ns_;
    if (length > 0) drift_ = (points.back().offset_ns - offset_ns_) / length;
    double worst = 0;
    for (const RecordedAlignment& p : points) worst = std::max(worst, p.doubt_ns);
    doubt_ns_ += worst;
    const bool sane = std::isfinite(at_ns_) && std::isfinite(offset_ns_) && std::isfinite(drift_) &&
                      std::isfinite(doubt_ns_) && std::fabs(drift_) < 0.01;
    if (sane) return;
    at_ns_ = offset_ns_ = drift_ = 0;
    known_ = false;
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
