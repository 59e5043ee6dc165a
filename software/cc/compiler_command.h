// SPDX-License-Identifier: Apache-2.0
// Parses the command line of a C or C++ compiler: which arguments are sources, which options
// another parser needs to read them the same way, and whether it links.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

struct CompilerCommand {
    std::vector<std::string> words;    // the compiler first
    std::vector<std::size_t> sources;  // indices into words
    bool links = true;

    bool is_cpp(std::size_t source) const;
    // Options that affect how a source is parsed: -I, -D, -std and the like.
    std::vector<std::string> reading_options() const;
};

CompilerCommand compiler_command(std::vector<std::string> words);

// Whether the compiler knows an option.
bool takes_option(const std::string& compiler, const std::string& option);

// The compiler's include folders, except those of the compiler itself.
std::vector<std::string> header_folders(const CompilerCommand& command, bool is_cpp);

}  // namespace tapestry
