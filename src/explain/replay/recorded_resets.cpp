// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/recorded_resets.h"

#include <algorithm>

namespace tapestry {

void RecordedResets::add(const TapNumbers& trace) {
    const std::vector<TraceRecord>& rows = trace.trace;
    if (rows.empty()) return;
    later_ = later_ || trace.observed_cycles < trace.edges - std::min(trace.edges, rows[0].edge);
    for (std::size_t i = 1; i < rows.size(); ++i)
        if (rows[i].value == rows[i - 1].value && rows[i].known == rows[i - 1].known)
            end_ = std::max(end_, rows[i].edge);
}

bool RecordedResets::come_after_a_move(const std::map<int, RecordedHandshake>& handshakes) const {
    if (!later_ || end_ == 0) return later_;
    return std::any_of(handshakes.begin(), handshakes.end(), [&](const auto& row) {
        const std::vector<HandshakeStretch>& all = row.second.stretches;
        return std::any_of(all.begin(), all.end(), [&](const HandshakeStretch& s) {
            return s.kind == StretchKind::transfer && s.start < end_;
        });
    });
}

}  // namespace tapestry
