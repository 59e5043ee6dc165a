// SPDX-License-Identifier: Apache-2.0
// The top modules of Verilog files, from their text.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/source_set.h"

namespace tapestry {

// Of a design: the module that no other instances.
Result<std::string> find_top(const std::vector<std::string>& files, Diagnostics& diagnostics);

// Whether the top, or the only one, has inputs: then no testbench in Verilog is around it, and
// what tests it is a program, such as cocotb.
bool is_driven_from_outside(const SourceSet& sources, const std::string& top);

// Of a testbench: the same, or the one that is called as its file.
Result<std::string> find_testbench_top(const std::vector<std::string>& files,
                                       Diagnostics& diagnostics);

struct TestedDesign {
    std::string testbench;
    std::string top;  // of the design
};

// Of files that hold a testbench and what it tests: the one module without ports that no other
// instances, and the one module that it instances, in another file where there are several, and
// not inside another of them. Names
// that are given are kept. Fails silently when the texts do not say it.
Result<TestedDesign> find_tested_design(const std::vector<std::string>& files, TestedDesign given,
                                        Diagnostics& diagnostics);

}  // namespace tapestry
