// SPDX-License-Identifier: Apache-2.0
#include "jobs/stages/analysed.h"

#include "explain/counters/analyse.h"
#include "jobs/c/hls_verdict.h"

namespace tapestry {

namespace {

ReplayPart& replay() {
    static ReplayPart part;
    return part;
}

}  // namespace

void bring_replay(const ReplayPart& part) { replay() = part; }

bool has_replay() { return replay().bound != nullptr; }

void keep_recorded(Run& run, Diagnostics& diagnostics) {
    if (has_replay()) replay().keep_operations(run, diagnostics);
}

Analysis analysed(const Run& run) {
    Analysis analysis = analyse(run);
    if (has_replay()) replay().bound(run, analysis);
    speak_of_c(run, analysis);
    return analysis;
}

}  // namespace tapestry
