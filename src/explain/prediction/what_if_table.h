// SPDX-License-Identifier: Apache-2.0
// Answers to the likeliest questions, for a report that nobody can ask: each block over several
// times of its work, each queue over its depths, one change at a time.
#pragma once

#include "model/prediction.h"
#include "model/run.h"

namespace tapestry {

// Empty if the run is so large that its table would take seconds: what it takes is bounded by what
// the run holds, not by a clock, so that the same run has the same table everywhere.
WhatIfTable what_if_table(const Run& run);

}  // namespace tapestry
