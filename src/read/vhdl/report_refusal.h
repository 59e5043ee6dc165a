// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "read/vhdl/ghdl.h"

namespace tapestry {

// Reports why GHDL does not synthesize a design. For a crash, which has no place, the place is
// searched first. `ghdl` cannot be used afterwards.
Reported report_refusal(Ghdl& ghdl, const VhdlTop& top, const Refusal& refusal,
                        Diagnostics& diagnostics);

}  // namespace tapestry
