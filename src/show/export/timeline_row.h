// SPDX-License-Identifier: Apache-2.0
// Lays out the segments and counts of one timeline row from the records of its tap.
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
    std::size_t state = 0;  // of the row; kResetState if the row has no such state
};

struct TapFrame {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    Growth growth;
};

// Adds the visits that the trace of a machine recorded. Returns false, and adds nothing, if they do
// not add up to the totals: a lost record or a reset in between would credit the wrong state.
bool add_visits(const std::vector<MachineVisit>& visits, const TapFrame& total, TimelineRow& row);

// Adds the visits of a thread, which ends at `end`, with what encloses what, and `other` between
// them; nothing if they do not add up to the totals of the states.
void add_nested(const std::vector<RowVisit>& visits, std::uint64_t end, TimelineRow& row);

// Adds the cycles and counts of each frame, or of the whole run at once if the frames do not add up
// to it.
void add_frames(const std::vector<TapFrame>& frames, TapFrame& total, TimelineRow& row);

}  // namespace tapestry
