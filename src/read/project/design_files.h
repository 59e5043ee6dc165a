// SPDX-License-Identifier: Apache-2.0
// Which files of a simulation belong to the design, and which to the testbench.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

struct DesignFiles {
    std::vector<std::string> design;     // needed by the top, and files that declare nothing
    std::vector<std::string> testbench;  // the rest
};

// Judged by text: a file is needed if it declares a module, package or interface that a needed file
// mentions. Both lists keep the order of `files`. Fails without a diagnostic if no file declares
// the top.
std::optional<DesignFiles> files_of_design(const std::vector<std::string>& files,
                                           const std::string& top, Diagnostics& diagnostics);

// The files of `library` whose modules are mentioned in `files`, directly or indirectly.
std::vector<std::string> used_library(const std::vector<std::string>& library,
                                      const std::vector<std::string>& files,
                                      Diagnostics& diagnostics);

}  // namespace tapestry
