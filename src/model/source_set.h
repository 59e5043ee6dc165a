// SPDX-License-Identifier: Apache-2.0
// The input of elaboration: source files and the settings to read them with.
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
    // Text that replaces the contents of a file, with the same line numbers: the copy with the
    // states named by pragmas (src/read/pragma).
    std::map<std::string, std::string> texts = {};
};

}  // namespace tapestry
