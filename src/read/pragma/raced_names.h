// SPDX-License-Identifier: Apache-2.0
// Variables that a clocked process assigns with `=`: reading them at the same edge is a race.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/verilog_lexer.h"

namespace tapestry {

// For the module that begins at tokens[at]: each such variable with the event at which it is
// stable, the opposite edge of its clock.
std::map<std::string, std::string> raced_names(std::string_view text, std::string_view masked,
                                               const std::vector<VerilogToken>& tokens,
                                               std::size_t at);

bool starts_process(std::string_view word);  // always and its kin

}  // namespace tapestry
