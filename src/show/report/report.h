// SPDX-License-Identifier: Apache-2.0
// A run for people, on a terminal. It reads nothing but the public views, so that any run file can
// be reported.
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "base/result.h"
#include "show/store/run_view.h"

namespace tapestry {

// Which state machines are shown: the design's own, those over states that pragmas name, or all.
enum class StatesShown { all, own, pragmas };

struct ReportStyle {
    int width = 80;       // columns of the terminal; less than 60 counts as 60
    bool colour = false;  // ANSI colours
    bool unicode = true;  // bars of block characters; else plain ASCII
    int top = 10;         // rows a section shows at most; 0: all
    StatesShown states = StatesShown::all;
};

// One section a kind of tap, what matters most first:
// - state machines by the share of time outside their idle states (where no state is known to be
//   idle: outside the state they are in most); states by cycles;
// - streams by blocked cycles, then by transfers; queues by full cycles, then by the share of the
//   depth that was used; calls by busy cycles; events by cycles; values by samples.
// What never moved is only named at the end of its section. Fails when the file is damaged.
Result<std::string> terminal_report(const RunView& run, const ReportStyle& style,
                                    Diagnostics& diagnostics);

}  // namespace tapestry
