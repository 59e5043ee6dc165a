// SPDX-License-Identifier: Apache-2.0
#include "software/recording/alignment.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "software/recording/clock_line.h"

namespace tapestry {

namespace {

// The largest drift between clocks of two machines.
constexpr double kMostDrift = 100e-6;

bool is_sane(const RecordedAlignment& p) {
    return std::isfinite(p.here_ns) && std::isfinite(p.offset_ns) && p.doubt_ns >= 0 &&
           std::fabs(p.here_ns) < 9e18 && std::fabs(p.offset_ns) < 9e18 && p.doubt_ns < 9e18;
}

// Round trips as sights of a clock that ticks in nanoseconds of the reference. Both times are
// relative to `begin`, before which none is needed, so that doubles represent them exactly.
struct SharedClock {
    double begin_ns = 0;   // on this clock
    double offset_ns = 0;  // of edge 0 on the reference
    std::vector<ClockSight> sights;
};

SharedClock shared_clock(const std::vector<RecordedAlignment>& round_trips, double start) {
    SharedClock clock{start, 0, {}};
    std::vector<RecordedAlignment> sane;
    std::copy_if(round_trips.begin(), round_trips.end(), std::back_inserter(sane), is_sane);
    if (sane.empty()) return clock;
    clock.offset_ns = sane.front().offset_ns;
    const auto there = [&](const RecordedAlignment& r) {
        return r.here_ns + (r.offset_ns - clock.offset_ns);
    };
    for (const RecordedAlignment& r : sane) clock.begin_ns = std::min(clock.begin_ns, there(r));
    for (const RecordedAlignment& r : sane) {
        const double edge = std::round(there(r) - clock.begin_ns),
                     here = r.here_ns - clock.begin_ns;
        constexpr double kBeyond = 9e15;  // a hundred days
        if (edge < kBeyond)
            clock.sights.push_back(
                {static_cast<std::uint64_t>(edge), here - r.doubt_ns, here + r.doubt_ns});
    }
    return clock;
}

const Recording& reference_of(const std::vector<Recording>& recordings) {
    const auto first = std::find_if(recordings.begin(), recordings.end(),
                                    [](const Recording& r) { return r.rank == 0; });
    return first == recordings.end() ? recordings.front() : *first;
}

}  // namespace

Alignment::Alignment(const Recording& process, const Recording& reference,
                     const std::vector<RecordedAlignment>& round_trips) {
    is_other_ = process.boot != reference.boot;
    doubt_ns_ = process.clock_doubt_ns + reference.clock_doubt_ns;
    if (!is_other_) return;
    const SharedClock clock = shared_clock(round_trips, static_cast<double>(process.start));
    const double last = std::max(0.0, static_cast<double>(process.end) - clock.begin_ns);
    ClockLine line;
    known_ = fit_clock(clock.sights, static_cast<std::uint64_t>(last), line,
                       {1 - kMostDrift, 1 + kMostDrift});
    if (!known_) {  // assume that both start together
        offset_ns_ = static_cast<double>(reference.start) - static_cast<double>(process.start);
        return;
    }
    at_ns_ = clock.begin_ns;
    drift_ = 1 / line.ns_an_edge - 1;
    offset_ns_ = clock.offset_ns - line.at_zero_ns / line.ns_an_edge;
    doubt_ns_ += line.uncertainty_ns;
}

std::vector<Alignment> align_clocks(const std::vector<Recording>& recordings) {
    std::map<std::string, std::vector<RecordedAlignment>> of_boot;
    for (const Recording& r : recordings) {
        auto& all = of_boot[r.boot];
        all.insert(all.end(), r.alignments.begin(), r.alignments.end());
    }
    std::vector<Alignment> out;
    for (const Recording& r : recordings)
        out.emplace_back(r, reference_of(recordings), of_boot[r.boot]);
    return out;
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
