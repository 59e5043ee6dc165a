// SPDX-License-Identifier: Apache-2.0
// The top modules of Verilog files, from their text.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/source_set.h"

namespace tapestry {

// For a design: the module that no other instantiates; if that is not one, or the testbench does
// not name it, the one that the testbench instantiates.
Result<std::string> find_top(const std::vector<std::string>& files,
                             const std::vector<std::string>& testbench, Diagnostics& diagnostics);

// True if the top, or the only module, has inputs: then there is no Verilog testbench around it,
// and it is driven by a program such as cocotb.
bool is_driven_from_outside(const SourceSet& sources, const std::string& top);

// For a testbench: the same, or the module named like its file.
Result<std::string> find_testbench_top(const std::vector<std::string>& files,
                                       Diagnostics& diagnostics);

struct TestedDesign {
    std::string testbench;
    std::string top;  // of the design
};

// For files with a testbench and its design: the only module without ports that no other
// instantiates, and the only module that it instantiates (from another file if there are several,
// and not below another of them). Given names are kept. Nothing if the texts are ambiguous, or
// unreadable, which is reported.
std::optional<TestedDesign> find_tested_design(const std::vector<std::string>& files,
                                               TestedDesign given, Diagnostics& diagnostics);

}  // namespace tapestry
