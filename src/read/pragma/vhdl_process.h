// SPDX-License-Identifier: Apache-2.0
// Parses a process of VHDL text.
#pragma once

#include <string_view>
#include <vector>

#include "read/pragma/statement.h"
#include "read/pragma/vhdl_tokens.h"

namespace tapestry {

// The process whose keyword `process` is tokens[first]. Pragmas in it become statements. Tests for
// a clock edge become true: the copy describes the cycle that ends with the edge. `why_not` is the
// reason if it cannot be read; its end is then unknown.
ProcessTree read_vhdl_process(std::string_view text, const std::vector<VhdlToken>& tokens,
                              std::size_t first, const std::vector<PragmaComment>& pragmas);

}  // namespace tapestry
