// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/handshakes.h"

namespace tapestry {

void RecordedHandshake::add(std::uint64_t edge, std::uint64_t valid_ready) {
    const auto kind = static_cast<StretchKind>(valid_ready & 3);
    if (stretches.empty() || stretches.back().kind != kind) stretches.push_back({edge, kind});
}

std::uint64_t RecordedHandshake::cycles(StretchKind kind) const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < stretches.size(); ++i)
        if (stretches[i].kind == kind) sum += end_of(i) - stretches[i].start;
    return sum;
}

std::vector<std::uint64_t> RecordedHandshake::transfers() const {
    std::vector<std::uint64_t> edges;
    edges.reserve(cycles(StretchKind::transfer));
    for (std::size_t i = 0; i < stretches.size(); ++i) {
        if (stretches[i].kind != StretchKind::transfer) continue;
        for (std::uint64_t t = stretches[i].start; t < end_of(i); ++t) edges.push_back(t);
    }
    return edges;
}

std::optional<RecordedHandshake> handshake_of(const TapNumbers& stream, const TapNumbers& trace,
                                              std::string& problem) {
    RecordedHandshake made;
    made.stream = stream.tap.tap;
    made.end = trace.edges;
    if (trace.number("lost") != 0) {
        problem = "its recording has lost records";
        return std::nullopt;
    }
    // The stream is in reset, or unknown, before the first record; no beat moves there.
    if (trace.trace.empty() || trace.trace.front().edge > 0)
        made.stretches.push_back({0, StretchKind::idle});
    for (const TraceRecord& record : trace.trace) {
        if (record.edge >= made.end) break;
        made.add(record.edge, record.known ? record.value : 0);
    }
    if (made.cycles(StretchKind::transfer) != stream.number("transfer_cycles")) {
        problem = "its recording does not agree with its counters, as after a reset in the run";
        return std::nullopt;
    }
    if (trace.number("end_edge") != 0) made.add(made.end++, trace.number("end_value"));
    return made;
}

}  // namespace tapestry
