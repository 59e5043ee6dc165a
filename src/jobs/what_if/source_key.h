// SPDX-License-Identifier: Apache-2.0
// A key of all that a simulation of a project reads: equal texts, equal keys.
#pragma once

#include <string>

namespace tapestry {

// Of the project file, its sources, testbench and libraries, of the source files beside them and in
// their include folders, and of the files that these name in strings and do not write.
std::string source_key(const std::string& project_file);

}  // namespace tapestry
