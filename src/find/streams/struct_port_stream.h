// SPDX-License-Identifier: Apache-2.0
// Handshakes at the edge of the design of which at least one side lies in a packed structure:
// `bytes_o.valid` with `bytes_ready_i`, `tl_i.a_valid` with `tl_o.a_ready`. Names alone tell them,
// for only one side of them is seen.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void find_struct_port_streams(const Subject& on);

}  // namespace tapestry
