// SPDX-License-Identifier: Apache-2.0
#include "find/machines/state_traces.h"

#include "base/codes/plan.h"

namespace tapestry {

namespace {

constexpr std::uint32_t kWidestTrace = 64;

Finding trace_of(const Finding& machine) {
    Finding trace = machine;
    trace.own = TracePart{machine.machine().width, {}, {}};
    trace.reason = "every change of the state machine is traced";
    trace.observe = {{"data", machine.observe.front().second}};
    trace.one_hot = false;
    for (FindingState& state : trace.found_states) state.waits.clear();
    return trace;
}

}  // namespace

void add_state_traces(const Design& design, Findings& findings, Diagnostics& diagnostics) {
    std::vector<Finding> traces;
    for (const Finding& f : findings.taken) {
        if (!f.is(TapKind::fsm)) continue;
        if (f.machine().width <= kWidestTrace) {
            traces.push_back(trace_of(f));
            continue;
        }
        const std::string file = f.place.file == kNone ? "" : design.files[f.place.file];
        diagnostics.report(code::trace_too_wide, {file, f.place.line}, f.name, f.machine().width);
    }
    findings.taken.insert(findings.taken.end(), traces.begin(), traces.end());
}

}  // namespace tapestry
