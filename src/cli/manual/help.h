// SPDX-License-Identifier: Apache-2.0
// What --help prints.
#pragma once

#include "cli/manual/command_text.h"

namespace tapestry {

// `width` is the number of columns to keep within.
std::string help_of_tool(const ToolText& tool, int width);
std::string help_of_command(const ToolText& tool, const CommandText& command, int width);

}  // namespace tapestry
