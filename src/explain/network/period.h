// SPDX-License-Identifier: Apache-2.0
// The numbers of a run over a period: the whole run, or a frame.
//
// Cycles are those of the reference clock, the one that most taps use, and frames are frames of
// that clock. A tap of another clock, or without frames, has its numbers spread evenly over the
// run.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "model/run.h"

namespace tapestry {

// The counters that the analysis uses, by their names in docs/formats.md.
enum class Count : std::uint8_t {
    transfer_cycles,
    blocked_cycles,
    starved_cycles,
    idle_cycles,
    full_cycles,
    empty_cycles,
    refused_pushes,
    refused_pops,
    pushes,
    pops,
    invocations,
    busy_cycles,
};
inline constexpr std::size_t kCounts = 12;

class Period;

// When the last beat moved, in cycles of the reference clock.
struct WorkEnd {
    double cycles = 0;
    bool exact = false;  // else it was no later than this: the end of a frame
};

// Nothing if the work lasts to the end of the run, or nearly, or if no beat is counted. An
// experiment knows the cycle, frames only the last of them in which something moved.
std::optional<WorkEnd> work_end_of(const Run& run);

class Periods {
public:
    explicit Periods(const Run& run) : Periods(run, std::nullopt) {}
    // With an end, the whole is the run up to there. What each tap counted afterwards is what it
    // counted in the frames behind that, or where there are none what it did most: nothing moves
    // any more.
    Periods(const Run& run, const std::optional<WorkEnd>& end);

    struct Bounds {
        std::uint64_t start_edge = 0;
        std::uint64_t end_edge = 0;
        double length() const { return static_cast<double>(end_edge - start_edge); }
    };
    const std::vector<Bounds>& frames() const { return frames_; }
    double length() const { return length_; }  // of the run, in cycles of the reference clock

    Period whole() const;
    Period frame(std::size_t frame) const;
    Period frames(std::size_t first, std::size_t behind) const;  // [first, behind)

private:
    friend class Period;

    const Run& run_;
    int clock_ = -1;
    double length_ = 0;
    std::vector<Bounds> frames_;
    // Lookups of each tap, cached because every frame needs them.
    struct Places {
        double scale = 1;                            // reference cycles in one cycle of the tap
        std::array<std::int16_t, kCounts> number{};  // index in TapNumbers::numbers, -1: none
        std::array<std::int16_t, kCounts> frame{};   // index in TapNumbers::frame_names
        std::size_t dry_from = 0;                    // the first frame after its last beat
    };
    std::vector<Places> places_;
    double tail_ = 0;        // cycles after the work
    bool software_ = false;  // clocks of devices may begin late or end early
};

// A view into Periods, which must outlive it.
class Period {
public:
    double length() const;
    double number(int tap, Count count) const;
    // How often something happened, which no scale of clocks changes.
    double times(int tap, Count count) const { return number(tap, count) / scale(tap); }
    double scale(int tap) const;  // reference cycles in one cycle of the tap
    double state_cycles(int tap, std::size_t state) const;
    // Visits, assuming that they are spread evenly over its cycles.
    double state_visits(int tap, std::size_t state) const;
    // The starved cycles of a stream after its last beat: it has run dry, and no beat is missing.
    // Only frames show when that was. The numbers of the whole run must not depend on the frames,
    // so there it is 0.
    double dry_cycles(int tap) const;

private:
    friend class Periods;
    Period(const Periods& all, std::size_t first, std::size_t behind, bool whole)
        : all_(&all), first_(first), behind_(behind), whole_(whole) {}

    bool has_frames(const TapNumbers& n) const;
    double growth(const TapNumbers& n, std::size_t name, std::size_t from) const;
    double share() const;  // of the run
    // Of a number that grew in the frames as told: the part after the work.
    double tail(const TapNumbers& n, std::int16_t name, double total, double scale,
                bool most) const;
    double overlapping_growth(const TapNumbers& n, std::size_t name, double scale) const;
    bool is_most(const TapNumbers& n, std::size_t count) const;

    const Periods* all_;
    std::size_t first_, behind_;  // frames
    bool whole_;                  // the whole run, regardless of its frames
};

}  // namespace tapestry
