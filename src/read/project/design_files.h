// SPDX-License-Identifier: Apache-2.0
// Which of the files that a simulation compiles are the design's, and which the testbench's.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

struct DesignFiles {
    std::vector<std::string> design;     // what the top needs, and files that declare nothing
    std::vector<std::string> testbench;  // the rest
};

// By their text: a file is needed that declares a module, package or interface whose name stands in
// a needed file. Both keep the order of `files`. Fails silently when no file declares the top.
Result<DesignFiles> files_of_design(const std::vector<std::string>& files, const std::string& top,
                                    Diagnostics& diagnostics);

// Those of `library` whose modules stand in the texts of `files`, or in others of them.
std::vector<std::string> used_library(const std::vector<std::string>& library,
                                      const std::vector<std::string>& files,
                                      Diagnostics& diagnostics);

}  // namespace tapestry
