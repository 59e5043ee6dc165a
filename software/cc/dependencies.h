// SPDX-License-Identifier: Apache-2.0
// Dependency files for make (-MMD and the like). The compiler writes the name of the copy it was
// given; make must see the user's source.
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

// The dependency files that the command may write.
std::vector<std::string> dependency_files(const CompilerCommand& command);

// The text of a dependency file, with each copy replaced by its source.
std::string with_sources(std::string text, const std::vector<CopiedSource>& copies);

}  // namespace tapestry
