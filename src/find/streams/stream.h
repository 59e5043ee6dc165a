// SPDX-License-Identifier: Apache-2.0
// Detection of streams, by three rules: signals named like a handshake (handshake_stream.h), the
// queue ends of HLS processes (hls_stream.h), and SystemVerilog interfaces (interface_stream.h).
// The first two run variable by variable, so that findings are in source order.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void find_streams(const Subject& on);

}  // namespace tapestry
