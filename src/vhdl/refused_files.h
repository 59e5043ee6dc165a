// SPDX-License-Identifier: Apache-2.0
// Files that GHDL refuses: which of them a design cannot do without, and what the trouble is.
#pragma once

#include <map>

#include "base/diagnostics.h"
#include "base/result.h"
#include "vhdl/file_order.h"

namespace tapestry {

struct RefusedFile {
    VhdlFile file;
    std::string output;  // of GHDL
};

// Files with their texts and what those declare and use.
struct VhdlSources {
    std::vector<VhdlFile> files;
    std::vector<VhdlUnits> units;
    std::map<std::string, std::string> texts;  // by path

    const VhdlUnits& units_in(const VhdlFile& file) const {
        std::size_t i = 0;
        while (i + 1 < files.size() && files[i].path != file.path) ++i;
        return units[i];
    }
};

Result<VhdlSources> read_sources(const std::vector<VhdlFile>& files,
                                 const std::set<std::string>& libraries, Diagnostics& diagnostics);

// What GHDL says of those that are needed: `roots` (names of units; none: all are needed), or a
// file that is read, names what they declare.
std::vector<std::string> needed_outputs(const std::vector<RefusedFile>& refused,
                                        const std::set<std::string>& roots,
                                        const VhdlSources& sources);

// That of the first file that is refused for a reason of its own.
const std::string& cause_of(const std::vector<std::string>& outputs);

}  // namespace tapestry
