// SPDX-License-Identifier: Apache-2.0
// The analysis of a run, with what its recorded operations say about the advice; of a program in C,
// in the words of the program.
#pragma once

#include "base/diagnostics.h"
#include "model/analysis.h"
#include "model/run.h"

namespace tapestry {

// Replay of recorded operations, which only tapestry-more has: its main brings it.
struct ReplayPart {
    // Replaces the recorded handshakes of the run by Run::operations.
    void (*keep_operations)(Run& run, Diagnostics& diagnostics) = nullptr;
    // Bounds what advice can save by what the recorded operations say.
    void (*bound)(const Run& run, Analysis& analysis) = nullptr;
};
void bring_replay(const ReplayPart& part);
bool has_replay();

void keep_recorded(Run& run, Diagnostics& diagnostics);

Analysis analysed(const Run& run);

}  // namespace tapestry
