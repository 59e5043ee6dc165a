// SPDX-License-Identifier: Apache-2.0
// Parses an `always` process of Verilog text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/verilog_lexer.h"
#include "read/pragma/statement.h"

namespace tapestry {

// The process whose `always` is tokens[first] of the text without comments and strings. Pragmas in
// it become statements. `why_not` is the reason if it cannot be read; its end is then unknown.
ProcessTree read_verilog_process(std::string_view text, std::string_view masked,
                                 const std::vector<VerilogToken>& tokens, std::size_t first,
                                 const std::vector<PragmaComment>& pragmas);

}  // namespace tapestry
