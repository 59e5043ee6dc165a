// SPDX-License-Identifier: Apache-2.0
// For tests: a design given as text, elaborated by the real Verilator.
#pragma once

#include <string>

#include "read/verilog/elaborate.h"

namespace tapestry {

// Aborts if the text does not elaborate: the text belongs to the test.
Elaborated elaborate_text(const std::string& text, const std::string& top);

// The variable with that name in a module with that source name; both must exist.
struct FoundVar {
    ModuleId module = kNone;
    VarId var = kNone;
};
FoundVar find_var(const Design& design, const std::string& module, const std::string& name);

}  // namespace tapestry
