// SPDX-License-Identifier: Apache-2.0
// Resets that came while the design was active. They discard beats, and how many depends on the
// position of each beat at that time; the recording does not show this for other depths.
#pragma once

#include <map>

#include "explain/replay/handshakes.h"

namespace tapestry {

class RecordedResets {
public:
    // A trace leaves out edges in reset and begins anew after them, possibly with the same value.
    void add(const TapNumbers& trace);

    // Whether a beat had moved before a reset. It is assumed so if no trace shows when the reset
    // was.
    bool come_after_a_move(const std::map<int, RecordedHandshake>& handshakes) const;

private:
    bool later_ = false;     // a reset after the first record of a trace
    std::uint64_t end_ = 0;  // end of the last reset seen; 0: none
};

}  // namespace tapestry
