// SPDX-License-Identifier: Apache-2.0
// Handshakes at the ports of the top with at least one side in a packed struct: `bytes_o.valid`
// with `bytes_ready_i`, `tl_i.a_valid` with `tl_o.a_ready`. They are recognised by name only,
// because one side is outside the design.
//
// And those on nets between instances, `w1_req.valid` with `w1_rsp.ready`, that nothing but their
// names tells: where the other side is a block without registers, nobody hears both.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void find_struct_port_streams(const Subject& on);
// To be called when all other rules have had their say: what they took or rejected stands.
void find_struct_net_streams(const Subject& on);

}  // namespace tapestry
