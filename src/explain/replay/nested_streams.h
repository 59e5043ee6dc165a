// SPDX-License-Identifier: Apache-2.0
// Streams that are parts of others. What HLS makes of a process passes the ends of a queue on to
// the parts that it calls in turn, and each part says when it waits; the process itself says so
// only where it moves beats on its own. A process that is a region of processes passes an end on to
// one of them for good, and so does a block to a register at its port.
#pragma once

#include <map>

#include "explain/replay/handshakes.h"

namespace tapestry {

// Joins what parts say of waiting to the stream that they are parts of, and takes them out of
// `handshakes`. The ends of each stream that is left, by its tap: those of the process in a region
// that has the end.
std::map<int, ChannelEnds> join_parts(const Run& run, std::map<int, RecordedHandshake>& handshakes);

// Whether the signals of a stream say when its process waits.
bool is_of_hls(const Tap& stream);

}  // namespace tapestry
