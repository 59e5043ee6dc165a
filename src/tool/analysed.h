// SPDX-License-Identifier: Apache-2.0
// The analysis of a run, with what its recorded operations say about the advice; of a program in C,
// in the words of the program.
#pragma once

#include "analyse/analyse.h"
#include "predict/advice_bounds.h"
#include "tool/hls_verdict.h"

namespace tapestry {

inline Analysis analysed(const Run& run) {
    Analysis analysis = analyse(run);
    bound_by_replay(run, analysis);
    speak_of_c(run, analysis);
    return analysis;
}

}  // namespace tapestry
