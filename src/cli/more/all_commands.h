// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.h"

namespace tapestry {

// The commands of `tapestry-more`: those of `tapestry` and all others.
DeclaredCommands all_commands();

// Brings the stages the parts that the first program lacks.
void bring_parts();

}  // namespace tapestry
