// SPDX-License-Identifier: Apache-2.0
// Replaces otf2.cpp in builds without the OTF2 library.
#include "base/codes/files.h"
#include "show/export/export.h"

namespace tapestry {

Result<Done> export_otf2(const RunView&, const std::filesystem::path&, Diagnostics& diagnostics) {
    return diagnostics.report(
        code::command_line_refused, {},
        "this tapestry was built without the library of OTF2: install it (Debian: "
        "libotf2-trace-dev) and build anew",
        "export ");
}

}  // namespace tapestry
