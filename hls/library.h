// SPDX-License-Identifier: Apache-2.0
// The modules that generated hardware is made of (hls/library), carried inside the program.
#pragma once

#include <string>
#include <vector>

namespace tapestry::hls {

struct LibraryFile {
    std::string name;  // hls_port.v
    std::string text;
};

const std::vector<LibraryFile>& library();
const std::string& library_file(const std::string& name);

// The modules that Verilog of these texts is made of, and those that these need.
std::vector<LibraryFile> modules_for(const std::string& verilog);

}  // namespace tapestry::hls
