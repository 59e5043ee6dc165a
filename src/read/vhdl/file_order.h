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
    std::set<std::string> completed;  // units whose architecture or body is here
    std::set<std::string> used;       // by a name that says its library
    std::set<std::string> words;      // all that could name a unit: those of no component's head
};

// `libraries` are those whose names may stand before a unit.
VhdlUnits units_of(const VhdlFile& file, std::string_view text,
                   const std::set<std::string>& libraries);

// Each file comes behind those that declare what it uses; else they stay in their order.
std::vector<VhdlFile> in_order_of_use(const std::vector<VhdlFile>& files,
                                      const std::vector<VhdlUnits>& units);

}  // namespace tapestry
