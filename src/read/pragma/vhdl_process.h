// SPDX-License-Identifier: Apache-2.0
// Reads the statements of a process of VHDL text.
#pragma once

#include <string_view>
#include <vector>

#include "read/pragma/statement.h"
#include "read/pragma/vhdl_tokens.h"

namespace tapestry {

// The process whose word `process` is tokens[first]. Pragmas that stand in it become statements.
// What asks for a clock edge becomes true: the copy is of the cycle that the edge ends. `why_not`
// says why it cannot be read; its end is then unknown.
ProcessTree read_vhdl_process(std::string_view text, const std::vector<VhdlToken>& tokens,
                              std::size_t first, const std::vector<PragmaComment>& pragmas);

}  // namespace tapestry
