// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tapestry {

// Words of Verilog and SystemVerilog: tools refuse the latter as names in either.
bool is_verilog_keyword(std::string_view word);

}  // namespace tapestry
