// SPDX-License-Identifier: Apache-2.0
// Runs external programs that only read sources: Verilator's elaboration, GHDL, Yosys, nextpnr.
// Untrusted sources can make them neither write elsewhere nor run for ever.
#pragma once

#include "base/process.h"

namespace tapestry {

// The limits of each such program; 0 means no limit.
struct SandboxLimits {
    std::chrono::seconds timeout;
    std::uint64_t memory_bytes;
};

// Half an hour and half of the machine's memory, unless the user sets other limits.
SandboxLimits sandbox_limits();
void set_sandbox_limits(const SandboxLimits& limits);

// Runs the command within the limits. It can write only below `folder`, which also holds its
// temporary files, if the kernel supports that (base/fence.h).
Exit look(Command command, const std::filesystem::path& folder);

// Which limit ended the program; empty if none did. `log` is the program's output.
std::string why_limited(const Exit& exit, const std::string& log);

}  // namespace tapestry
