// SPDX-License-Identifier: Apache-2.0
// TL-UL (TileLink without bursts) in two structs: requests on channel A, responses on channel D.
// Opcodes distinguish reads from writes on both, so each direction has its own streams.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void find_tilelink_buses(const Subject& on);

}  // namespace tapestry
