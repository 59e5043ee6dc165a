// SPDX-License-Identifier: Apache-2.0
// Names from the C program for the rows of the hardware that was made from it. The run stores them
// as the fact `program_names`, one per line, with tabs between the fields:
//
//     row    PATH     NAME   MACHINE     the row of a tap; MACHINE, if any, has its state names
//     state  MACHINE  STATE  NAME
#pragma once

#include "show/export/timeline.h"

namespace tapestry {

// Renames rows and states; those without an entry keep their names.
void use_program_names(Timeline& timeline);

}  // namespace tapestry
