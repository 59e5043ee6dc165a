// SPDX-License-Identifier: Apache-2.0
// How Verilog text instantiates an entity: the spelling of its name, and its parameters.
#pragma once

#include <string>
#include <string_view>

#include "read/vhdl/ghdl.h"

namespace tapestry {

struct VerilogUse {
    std::string spelling;  // empty: no instance found
    Generics parameters;   // as spelled, with decimal values
};

// The first instance of `entity` in a text. Values that are not literals are omitted.
VerilogUse verilog_use(const std::string& entity, std::string_view text);

}  // namespace tapestry
