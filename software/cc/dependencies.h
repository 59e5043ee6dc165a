// SPDX-License-Identifier: Apache-2.0
// Files that make reads: what an object depends on (-MMD and its kin). The compiler names the copy
// it was given there; make has to see the user's source.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "software/cc/compiler_command.h"

namespace tapestry {

struct CopiedSource {
    std::string source;
    std::string copy;
};

// Where the command may leave its dependencies.
std::vector<std::string> dependency_files(const CompilerCommand& command);

// The text of such a file, with each copy called by the name of its source.
std::string with_sources(std::string text, const std::vector<CopiedSource>& copies);

}  // namespace tapestry
