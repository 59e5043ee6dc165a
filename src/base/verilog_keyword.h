// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tapestry {

// True for keywords of Verilog and of SystemVerilog: many tools reject the latter as names in
// Verilog files too.
bool is_verilog_keyword(std::string_view word);

// The keyword that ends the declaration which `word` begins (function, task, property, …); "" if
// it begins none.
std::string_view end_of_declaration(std::string_view word);

}  // namespace tapestry
