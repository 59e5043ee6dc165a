// SPDX-License-Identifier: Apache-2.0
// How Verilog text uses an entity: the spelling of its name, and the parameters that it sets.
#pragma once

#include <string>
#include <string_view>

#include "read/vhdl/ghdl.h"

namespace tapestry {

struct VerilogUse {
    std::string spelling;  // empty: no instance is found
    Generics parameters;   // as they are spelled, with decimal numbers as values
};

// The first instance of `entity` in a text. Values that are no literals are left out.
VerilogUse verilog_use(const std::string& entity, std::string_view text);

}  // namespace tapestry
