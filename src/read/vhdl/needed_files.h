// SPDX-License-Identifier: Apache-2.0
// The files that a design is made of, of all that are given: a folder may hold parts for other
// boards and other vendors, which nobody could read here.
#pragma once

#include <map>

#include "base/diagnostics.h"
#include "base/result.h"
#include "read/vhdl/file_order.h"

namespace tapestry {

// Files with their texts and what those declare and use.
struct VhdlSources {
    std::vector<VhdlFile> files;
    std::vector<VhdlUnits> units;              // of each file
    std::map<std::string, std::string> texts;  // by path
};

Result<VhdlSources> read_sources(const std::vector<VhdlFile>& files,
                                 const std::set<std::string>& libraries, Diagnostics& diagnostics);

// The files that `roots` (names of units, in lower case) need, in their order; all, when no file
// declares any of the roots.
VhdlSources needed_files(const VhdlSources& sources, const std::set<std::string>& roots);

}  // namespace tapestry
