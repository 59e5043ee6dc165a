// SPDX-License-Identifier: Apache-2.0
// The files of hls/library, embedded in the program.
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

// Whether a file that was compiled is a header of the library, by its name.
bool is_library_header(const std::string& file);

// The library modules that this Verilog instantiates, directly or indirectly.
std::vector<LibraryFile> modules_for(const std::string& verilog);

}  // namespace tapestry::hls
