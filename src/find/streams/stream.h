// SPDX-License-Identifier: Apache-2.0
// Streams, by three rules: signals named like a handshake (handshake_stream.h), the ends of queues
// at HLS processes (hls_stream.h), and SystemVerilog interfaces (interface_stream.h). The first two
// are tried variable by variable, so that findings stand in the order of the source.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void find_streams(const Subject& on);

}  // namespace tapestry
