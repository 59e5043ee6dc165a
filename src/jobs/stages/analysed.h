// SPDX-License-Identifier: Apache-2.0
// The analysis of a run, with what its recorded operations say about the advice; of a program in C,
// in the words of the program.
#pragma once

#include "explain/counters/analyse.h"
#include "explain/prediction/advice_bounds.h"
#include "jobs/c/hls_verdict.h"

namespace tapestry {

inline Analysis analysed(const Run& run) {
    Analysis analysis = analyse(run);
    bound_by_replay(run, analysis);
    speak_of_c(run, analysis);
    return analysis;
}

}  // namespace tapestry
