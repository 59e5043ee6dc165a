// SPDX-License-Identifier: Apache-2.0
// Streams: pairs of signals named like valid and ready (single bits, vectors or arrays of them)
// whose ports point in opposite directions, the write/full_n and read/empty_n ends of HLS
// processes, SystemVerilog interfaces with a valid and a ready.
#pragma once

#include "detect/clocking.h"
#include "detect/module_index.h"
#include "model/finding.h"

namespace tapestry {

void find_streams(const Design& design, std::int32_t module, const ModuleIndex& index,
                  Clocking& clocking, Findings& findings);

}  // namespace tapestry
