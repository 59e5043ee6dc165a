// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "read/vhdl/ghdl.h"

namespace tapestry {

// Says why GHDL does not synthesize a design; where it breaks down it names no place, which is
// looked for first. What `ghdl` has read is of no use afterwards.
void report_refusal(Ghdl& ghdl, const VhdlTop& top, const Refusal& refusal,
                    Diagnostics& diagnostics);

}  // namespace tapestry
