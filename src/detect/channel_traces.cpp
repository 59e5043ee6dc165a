// SPDX-License-Identifier: Apache-2.0
#include "detect/channel_traces.h"

#include <limits>

#include "model/recording.h"

namespace tapestry {

namespace {

// A simulation writes its records away, so there is room for all of them.
constexpr std::uint64_t kAllRecords = std::numeric_limits<std::int32_t>::max();

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

}  // namespace

void add_channel_traces(Findings& findings) {
    std::vector<Finding> traces;
    for (const Finding& f : findings.taken)
        if (f.is(TapKind::stream)) traces.push_back(trace_of(f));
    findings.taken.insert(findings.taken.end(), traces.begin(), traces.end());
}

}  // namespace tapestry
