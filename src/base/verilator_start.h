// SPDX-License-Identifier: Apache-2.0
// Verilator is started by a script in Perl, which takes longer than a small design takes to read.
#pragma once

#include "base/process.h"

namespace tapestry {

// `command` starts Verilator by such a script: it starts what the script would, in the same way. A
// script of another kind, or one that is told more than what to run, stays.
void start_without_script(Command& command);

}  // namespace tapestry
