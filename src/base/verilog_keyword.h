// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tapestry {

// True for keywords of Verilog and of SystemVerilog: many tools reject the latter as names in
// Verilog files too.
bool is_verilog_keyword(std::string_view word);

}  // namespace tapestry
