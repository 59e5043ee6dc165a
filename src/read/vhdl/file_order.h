// SPDX-License-Identifier: Apache-2.0
// Dependencies between VHDL files, judged by their texts.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

struct VhdlFile {
    std::string library;
    std::string path;
};

// Units as LIBRARY.NAME, in lower case.
struct VhdlUnits {
    std::set<std::string> declared;
    std::set<std::string> completed;  // units whose architecture or body is in this file
    std::set<std::string> used;       // with an explicit library name
    // all words that could name a unit, without component declarations
    std::set<std::string> words;
};

// `libraries`: the library names that may precede a unit.
VhdlUnits units_of(const VhdlFile& file, std::string_view text,
                   const std::set<std::string>& libraries);

// Topological order: each file after the files that declare what it uses; otherwise the order is
// kept.
std::vector<VhdlFile> in_order_of_use(const std::vector<VhdlFile>& files,
                                      const std::vector<VhdlUnits>& units);

}  // namespace tapestry
