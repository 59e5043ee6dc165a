// SPDX-License-Identifier: Apache-2.0
// The top modules of Verilog files, from their text.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

// Of a design: the module that no other instances.
Result<std::string> find_top(const std::vector<std::string>& files, Diagnostics& diagnostics);

// Of a testbench: the same, or the one that is called as its file.
Result<std::string> find_testbench_top(const std::vector<std::string>& files,
                                       Diagnostics& diagnostics);

}  // namespace tapestry
