// SPDX-License-Identifier: Apache-2.0
// Elaboration: from source files to the Design, by way of the tree that Verilator writes. Verilator
// is named in this folder and in simulate/ only.
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
    // When a testbench is given it is elaborated around the design, so that parameters the
    // testbench sets are the ones measured.
    std::vector<std::string> testbench_files;
    std::string testbench_top;
    std::filesystem::path scratch;  // folder for intermediate files
    std::string verilator = "verilator";
};

struct Elaborated {
    Design design;           // Design::top is the module to measure
    SourceText source_text;  // the preprocessed lines, where names are read
    int top_instances = 1;   // how often the testbench instances the design
    bool with_testbench = false;
};

Result<Elaborated> elaborate(const SourceSet& sources, const ElaborateOptions& options,
                             Diagnostics& diagnostics);

}  // namespace tapestry
