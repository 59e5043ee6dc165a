// SPDX-License-Identifier: Apache-2.0
// The analysis of a run, with what its recorded operations say about the advice.
#pragma once

#include "analyse/analyse.h"
#include "predict/advice_bounds.h"

namespace tapestry {

inline Analysis analysed(const Run& run) {
    Analysis analysis = analyse(run);
    bound_by_replay(run, analysis);
    return analysis;
}

}  // namespace tapestry
