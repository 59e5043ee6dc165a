// SPDX-License-Identifier: Apache-2.0
// What the user gives us to read: source files and the settings they are read with.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tapestry {

struct SourceSet {
    std::vector<std::string> files;                               // in compile order
    std::vector<std::string> library_files;                       // -v
    std::vector<std::string> library_folders;                     // -y
    std::vector<std::string> library_endings;                     // +libext+
    std::vector<std::string> include_folders;                     // -I, +incdir+
    std::vector<std::pair<std::string, std::string>> defines;     // -D, +define+
    std::vector<std::pair<std::string, std::string>> parameters;  // -G
    // Text that is read in place of what a file holds, each line where the file has it: that with
    // the states which pragmas name (src/read/pragma).
    std::map<std::string, std::string> texts = {};
};

}  // namespace tapestry
