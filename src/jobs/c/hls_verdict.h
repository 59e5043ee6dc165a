// SPDX-License-Identifier: Apache-2.0
// What limits the hardware of a C program, in the words of the program: which loop or line, why,
// and what to write instead. It is kept among the facts of the run, so that whoever analyses the
// run again speaks of C too.
#pragma once

#include "jobs/c/hls_report.h"
#include "model/analysis.h"
#include "model/run.h"

namespace tapestry {

// What takes most cycles first; what takes less than a twentieth is left out. The subject is the
// thread that spends most time there, the share is of the cycles of all threads, and the saving
// what to write instead: at most the share of the run in which some thread does what that does away
// with. Of processes that streams join, what may save most comes first: a run is no shorter than
// the work of a process that stays as it is.
std::vector<Verdict> verdicts_of(const CNumbers& numbers);
// The verdict on the program.
Verdict headline_of(const std::vector<Verdict>& verdicts);

void keep_verdicts(const std::vector<Verdict>& verdicts, RunFacts& facts);
// Where the run has verdicts, they take the place of what was made of instances and handshakes.
void speak_of_c(const Run& run, Analysis& analysis);

}  // namespace tapestry
