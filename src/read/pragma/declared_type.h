// SPDX-License-Identifier: Apache-2.0
// The declared type of a variable, from a module's text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/verilog_lexer.h"

namespace tapestry {

// The text of the type with its packed dimensions: `reg signed [7:0]`. Nothing if no declaration of
// the name is found between the tokens, or if it is an array.
std::optional<std::string> declared_type(std::string_view masked,
                                         const std::vector<VerilogToken>& tokens, std::size_t begin,
                                         std::size_t end, const std::string& name);

}  // namespace tapestry
