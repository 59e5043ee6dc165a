// SPDX-License-Identifier: Apache-2.0
// A loop around a pipeline becomes part of it, so that the pipeline need not empty and fill again
// for every run of the inner loop:
//
//     for (i…) { before; for (j…) body; after; }      becomes
//     begins = 1; for (;;) { if (begins) before; body; begins = j was the last;
//                            if (begins) { after; if (i was the last) break; } }
//
// and that is made one block (if_convert.h).
#pragma once

#include "hls/operators.h"

namespace tapestry::hls {

// Flattens, from the inside out, every loop whose run takes no longer then, however often it and
// the loop inside run, so long as that runs at all. Expects that `if_convert` was there before.
void flatten_loops(Kernel& kernel, const HlsOptions& options);

}  // namespace tapestry::hls
