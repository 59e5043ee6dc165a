// SPDX-License-Identifier: Apache-2.0
#include "find/streams/channel_traces.h"

#include <algorithm>

#include "model/own_time.h"
#include "model/recording.h"

namespace tapestry {

namespace {

constexpr std::uint32_t kWidestTrace = 64;
// The largest legal depth; a simulation writes records to a file, so capacity is no concern.
constexpr std::uint64_t kAllRecords = 1 << 24;

Finding trace_of(const Finding& stream) {
    Finding trace = stream;
    trace.own = TracePart{2, {}, {}};
    std::get<TracePart>(trace.own).rule.depth = kAllRecords;
    trace.reason = kRecordsHandshake;
    std::string handshake("{");
    handshake += stream.observed("valid");
    handshake += ", ";
    handshake += stream.observed("ready");
    handshake += "}";
    trace.observe = {{"data", handshake}};
    return trace;
}

bool waits_for_handshakes(const Finding& machine) {
    return std::any_of(machine.found_states.begin(), machine.found_states.end(),
                       [](const FindingState& state) {
                           return !state.waits.empty() && state.waits.front().text != kOwnTime;
                       });
}

Finding trace_of_machine(const Finding& machine) {
    Finding trace = machine;
    trace.own = TracePart{machine.machine().width, {}, {}};
    std::get<TracePart>(trace.own).rule.depth = kAllRecords;
    trace.reason = kRecordsMachine;
    trace.observe = {{"data", machine.observe.front().second}};
    trace.one_hot = false;
    for (FindingState& state : trace.found_states) state.waits.clear();
    return trace;
}

}  // namespace

void add_channel_traces(Findings& findings) {
    std::vector<Finding> traces;
    for (const Finding& f : findings.taken) {
        if (f.is(TapKind::stream)) traces.push_back(trace_of(f));
        // With --trace the machine already has a trace.
        const bool traced =
            std::any_of(findings.taken.begin(), findings.taken.end(), [&](const Finding& other) {
                return other.is(TapKind::trace) && other.module == f.module &&
                       other.scope == f.scope && other.name == f.name;
            });
        if (f.is(TapKind::fsm) && !traced && f.machine().width <= kWidestTrace &&
            waits_for_handshakes(f))
            traces.push_back(trace_of_machine(f));
    }
    findings.taken.insert(findings.taken.end(), traces.begin(), traces.end());
}

}  // namespace tapestry
