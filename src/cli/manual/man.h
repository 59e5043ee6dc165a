// SPDX-License-Identifier: Apache-2.0
// Man pages, section 1, in the man macros of roff.
#pragma once

#include "cli/manual/command_text.h"

namespace tapestry {

// "tapestry-predict-size"
std::string man_page_name(const ToolText& tool, const CommandText& command);

std::string man_of_tool(const ToolText& tool);
std::string man_of_command(const ToolText& tool, const CommandText& command);

}  // namespace tapestry
