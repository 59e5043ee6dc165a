// SPDX-License-Identifier: Apache-2.0
// The state of a stream in each cycle, from the trace of its handshake.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/run.h"

namespace tapestry {

// The values are those of {valid, ready}.
enum class StretchKind : std::uint8_t { idle, starved, blocked, transfer };

// Consecutive cycles of one kind, up to the start of the next stretch.
struct HandshakeStretch {
    std::uint64_t start = 0;
    StretchKind kind = StretchKind::idle;
};

struct RecordedHandshake {
    int stream = -1;  // tap
    std::vector<HandshakeStretch> stretches;
    std::uint64_t end = 0;  // one past the last recorded edge of the run

    // {valid, ready} from `edge` on.
    void add(std::uint64_t edge, std::uint64_t valid_ready);
    std::uint64_t end_of(std::size_t stretch) const {
        return stretch + 1 < stretches.size() ? stretches[stretch + 1].start : end;
    }
    std::uint64_t cycles(StretchKind kind) const;
    // The edge of every transfer.
    std::vector<std::uint64_t> transfers() const;
};

// `problem` is the reason to reject the trace: records are missing, or its sums differ from the
// counters of the stream's own tap.
std::optional<RecordedHandshake> handshake_of(const TapNumbers& stream, const TapNumbers& trace,
                                              std::string& problem);

}  // namespace tapestry
