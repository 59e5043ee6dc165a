// SPDX-License-Identifier: Apache-2.0
// The type that a module's text declares a variable with.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/verilog_lexer.h"

namespace tapestry {

// The text of the type, with its packed dimensions: `reg signed [7:0]`. Nothing when no declaration
// of the name is seen between the tokens, or when it is an array.
std::optional<std::string> declared_type(std::string_view masked,
                                         const std::vector<VerilogToken>& tokens, std::size_t begin,
                                         std::size_t end, const std::string& name);

}  // namespace tapestry
