// SPDX-License-Identifier: Apache-2.0
// The buffer that tapestry_link_dram keeps in memory: a count, then a ring buffer of words.
#pragma once

#include "base/result.h"
#include "run/board/packet.h"

namespace tapestry {

// The stream of packets in a dump of the buffer, oldest byte first. Fails if it is no buffer.
std::optional<Bytes> stream_of_buffer(const Bytes& dump);

}  // namespace tapestry
