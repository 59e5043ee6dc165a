// SPDX-License-Identifier: Apache-2.0
// The command line: parsed, then carried out; diagnostics to stderr, and the exit status.
//
// The tool is two programs, so that the first is built soon: `tapestry` has the commands that
// measure and show a Verilog design, `tapestry-more` has all. The first goes over to the second for
// everything else.
#pragma once

#include "cli/command.h"

namespace tapestry {

int run_tool(int argc, char** argv, const DeclaredCommands& carried_out);

// The same command line in the program that has all commands. Returns only if it is not there.
int continue_in_whole_tool(Diagnostics& diagnostics);

// The commands of `tapestry`.
DeclaredCommands first_commands();

}  // namespace tapestry
