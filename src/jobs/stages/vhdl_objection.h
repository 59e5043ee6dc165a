// SPDX-License-Identifier: Apache-2.0
// What speaks against letting GHDL evaluate VHDL in a command that only looks at it.
#pragma once

#include <optional>
#include <string>

#include "model/project.h"
#include "read/vhdl/needed_files.h"

namespace tapestry {

struct VhdlObjection {
    ErrorCode code;
    std::string file;
};

// Synthesis calls functions, and a simulation elaborates, before any time passes. Of the files that
// `root` needs none may call what is no VHDL, and where the system cannot keep programs from
// writing (base/fence.h), none may have files. A command that runs the project has no objection.
Result<std::optional<VhdlObjection>> objection_to(const Project& project,
                                                  const std::vector<VhdlFile>& files,
                                                  const std::string& root,
                                                  Diagnostics& diagnostics);

}  // namespace tapestry
