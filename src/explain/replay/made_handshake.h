// SPDX-License-Identifier: Apache-2.0
// For tests: a handshake as text, a letter for each cycle: . idle, s starved, b blocked, T
// transfer.
#pragma once

#include "explain/replay/handshakes.h"

namespace tapestry {

inline RecordedHandshake handshake(const std::string& cycles) {
    RecordedHandshake h;
    h.end = cycles.size();
    for (std::size_t i = 0; i < cycles.size(); ++i) {
        if (i > 0 && cycles[i] == cycles[i - 1]) continue;
        const auto kind = std::string(".sbT").find(cycles[i]);
        h.stretches.push_back({i, static_cast<StretchKind>(kind)});
    }
    return h;
}

}  // namespace tapestry
