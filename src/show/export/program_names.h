// SPDX-License-Identifier: Apache-2.0
// The rows of a program's hardware by the names of the program. The run has them as the fact
// `program_names`, a line each, with tabs between the words:
//
//     row    PATH     NAME   MACHINE     the row of a tap; its states are those of MACHINE, if any
//     state  MACHINE  STATE  NAME
#pragma once

#include "show/export/timeline.h"

namespace tapestry {

// Rows and states get these names; what has none, or is not ours, stays as it is.
void use_program_names(Timeline& timeline);

}  // namespace tapestry
