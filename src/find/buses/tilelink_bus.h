// SPDX-License-Identifier: Apache-2.0
// TL-UL, the TileLink without bursts, in two records: requests on channel A, answers on channel D.
// Codes tell reads from writes on both, so that each direction has streams of its own.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void find_tilelink_buses(const Subject& on);

}  // namespace tapestry
