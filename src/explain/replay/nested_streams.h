// SPDX-License-Identifier: Apache-2.0
// Streams that are parts of others. An HLS process passes the ends of a queue on to the functions
// that it calls in turn. Each of these shows when it waits; the process itself does so only where
// it moves beats directly. A process that is a dataflow region passes an end on to one inner
// process for good, as a block does to a register at its port.
#pragma once

#include <map>

#include "explain/replay/handshakes.h"

namespace tapestry {

// Merges the waits of parts into the stream that they are parts of, and removes the parts from
// `handshakes`. Returns the producer and consumer of each remaining stream, by its tap; in a region
// these are the inner processes.
std::map<int, ChannelEnds> join_parts(const Run& run, std::map<int, RecordedHandshake>& handshakes);

// Whether the signals of a stream show when its process waits.
bool is_of_hls(const Tap& stream);

}  // namespace tapestry
