// SPDX-License-Identifier: Apache-2.0
// The report of a run for a terminal. It reads only the public views, so that a run file of any
// supported version can be reported.
//
// Terms: a section lists the taps of one kind, one row each; a share is a part of the cycles that a
// tap observed; quality marks (lower bound, estimated, invalid) precede the names of rows.
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "base/result.h"
#include "show/store/run_view.h"

namespace tapestry {

// Which state machines are shown: the design's own, those whose states pragmas name, or all.
enum class StatesShown { all, own, pragmas };

struct ReportStyle {
    int width = 80;       // columns of the terminal; less than 60 counts as 60
    bool colour = false;  // ANSI colours
    bool unicode = true;  // bars of block characters; else plain ASCII
    int top = 10;         // maximum number of rows of a section; 0: all
    StatesShown states = StatesShown::all;
};

// One section per kind of tap, with the most important rows first:
// - state machines by the share of time outside their idle states (if no state is known to be idle:
//   outside the state with the most cycles); states by cycles;
// - streams by blocked cycles, then by transfers; queues by full cycles, then by the share of the
//   depth that was used; calls by busy cycles; events by cycles; values by samples.
// Taps without activity are only named at the end of their section. Fails if the file is damaged.
Result<std::string> terminal_report(const RunView& run, const ReportStyle& style,
                                    Diagnostics& diagnostics);

}  // namespace tapestry
