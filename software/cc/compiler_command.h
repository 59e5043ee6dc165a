// SPDX-License-Identifier: Apache-2.0
// The command line of a C or C++ compiler: which words are sources, what another parser has to know
// to read them the same way, and whether it links.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

struct CompilerCommand {
    std::vector<std::string> words;    // the compiler first
    std::vector<std::size_t> sources;  // of the words
    bool links = true;

    bool is_cpp(std::size_t source) const;
    // Options that decide how a source is read: -I, -D, -std and the like.
    std::vector<std::string> reading_options() const;
};

CompilerCommand compiler_command(std::vector<std::string> words);

// Where the compiler looks for headers, without those that belong to the compiler itself.
std::vector<std::string> header_folders(const CompilerCommand& command, bool is_cpp);

}  // namespace tapestry
