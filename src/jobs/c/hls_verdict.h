// SPDX-License-Identifier: Apache-2.0
// What limits the hardware of a C program, in the words of the program: which loop or line, why,
// and what to write instead. It is kept among the facts of the run, so that whoever analyses the
// run again speaks of C too.
#pragma once

#include <optional>

#include "jobs/c/hls_report.h"
#include "model/analysis.h"
#include "model/run.h"

namespace tapestry {

struct CVerdict {
    std::string path;      // of the thread that spends most time there
    std::string where;     // "the loop at a.c:12 in sum"
    std::string evidence;  // a clause
    std::string advice;    // a clause; empty: none
    BottleneckKind kind = BottleneckKind::compute;
    double share = 0;  // of the cycles of all threads
    // The largest share of the run that the advice could save: no more than the cycles in which
    // some thread does what the advice does away with.
    std::optional<double> bound;
};

// What takes most cycles first; what takes less than a twentieth is left out.
std::vector<CVerdict> verdicts_of(const CNumbers& numbers);
// "Partition la by 4: that saves at most 30.0% of the run."
std::string advice_text(const CVerdict& verdict);
// The headline.
std::string answer_of(const std::vector<CVerdict>& verdicts);

void keep_verdicts(const std::vector<CVerdict>& verdicts, RunFacts& facts);
// Where the run has verdicts, they take the place of what was made of instances and handshakes.
void speak_of_c(const Run& run, Analysis& analysis);

}  // namespace tapestry
