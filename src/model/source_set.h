// SPDX-License-Identifier: Apache-2.0
// What the user gives us to read: source files and the settings they are read with.
#pragma once

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
};

}  // namespace tapestry
