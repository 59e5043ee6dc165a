// SPDX-License-Identifier: Apache-2.0
// Merges a loop into the pipeline of the loop inside it, so that the pipeline need not drain and
// refill for every run of the inner loop:
//
//     for (i…) { before; for (j…) body; after; }      becomes
//     begins = 1; for (;;) { if (begins) before; body; begins = j was the last;
//                            if (begins) { after; if (i was the last) break; } }
//
// If-conversion (if_convert.h) then turns the result into one block.
#pragma once

#include "hls/operators.h"

namespace tapestry::hls {

// Flattens, from the inside out, every loop that then takes no more cycles for any trip counts of
// the two loops, provided that the inner one runs at all. Requires if_convert to have run.
void flatten_loops(Kernel& kernel, const HlsOptions& options);

}  // namespace tapestry::hls
