// SPDX-License-Identifier: Apache-2.0
// The files that a design needs: a folder may also contain files for other boards and vendors,
// which cannot be analysed here.
#pragma once

#include <map>

#include "base/diagnostics.h"
#include "base/result.h"
#include "read/vhdl/file_order.h"

namespace tapestry {

// Files with their texts, declarations and uses.
struct VhdlSources {
    std::vector<VhdlFile> files;
    std::vector<VhdlUnits> units;              // parallel to `files`
    std::map<std::string, std::string> texts;  // by path
};

Result<VhdlSources> read_sources(const std::vector<VhdlFile>& files,
                                 const std::set<std::string>& libraries, Diagnostics& diagnostics);

// The files that `roots` (unit names in lower case) need, in their order; all if no file declares
// any root.
VhdlSources needed_files(const VhdlSources& sources, const std::set<std::string>& roots);

}  // namespace tapestry
