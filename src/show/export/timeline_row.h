// SPDX-License-Identifier: Apache-2.0
// One row of a timeline, laid out from what its tap left.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "show/export/timeline.h"

namespace tapestry {

using Growth = std::map<std::string, std::uint64_t, std::less<>>;

// A state of a machine, from `edge` to the next visit.
struct MachineVisit {
    std::uint64_t edge = 0;
    std::size_t state = 0;  // of the row; kResetState when the row knows no such state
};

struct TapFrame {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    Growth growth;
};

// What a trace of a machine recorded. It is shown only when it adds up to the run: a lost record or
// a reset between two would give cycles to the wrong state. False when it does not.
bool add_visits(const std::vector<MachineVisit>& visits, const TapFrame& total, TimelineRow& row);

// The cycles and counts of frames; of the whole run at once when they do not add up to it.
void add_frames(const std::vector<TapFrame>& frames, TapFrame& total, TimelineRow& row);

}  // namespace tapestry
