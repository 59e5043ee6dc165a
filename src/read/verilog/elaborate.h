// SPDX-License-Identifier: Apache-2.0
// Elaboration: from source files to the Design, through the tree that Verilator writes. Only this
// folder and simulate/ depend on Verilator.
#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/design.h"
#include "model/source_set.h"
#include "read/verilog/source_text.h"

namespace tapestry {

struct ElaborateOptions {
    std::string top;  // the module to measure
    // A given testbench is elaborated around the design, so that its parameter values apply.
    std::vector<std::string> testbench_files;
    std::string testbench_top;
    std::filesystem::path scratch;  // folder for intermediate files
    std::string verilator = "verilator";
};

struct Elaborated {
    Design design;           // Design::top is the module to measure
    SourceText source_text;  // the preprocessed lines, from which names are read
    int top_instances = 1;   // instances of the design in the testbench
    bool with_testbench = false;
    bool open_loop = false;  // see open_loop.h
};

Result<Elaborated> elaborate(const SourceSet& sources, const ElaborateOptions& options,
                             Diagnostics& diagnostics);

}  // namespace tapestry
