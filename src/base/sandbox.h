// SPDX-License-Identifier: Apache-2.0
// Programs that only look at sources: Verilator's elaboration, GHDL, Yosys, nextpnr. A stranger's
// text makes them neither write anywhere else nor stay for ever.
#pragma once

#include "base/process.h"

namespace tapestry {

// What each of them may take; 0: no limit.
struct SandboxLimits {
    std::chrono::seconds timeout;
    std::uint64_t memory_bytes;
};

// Half an hour, and half of the machine's memory, unless the user says otherwise.
SandboxLimits sandbox_limits();
void set_sandbox_limits(const SandboxLimits& limits);

// Runs it within the limits. It writes only below `folder`, where the system can see to that
// (base/fence.h); its temporary files are there too.
Exit look(Command command, const std::filesystem::path& folder);

// Why it ended, when it was the limits; empty else. `log` is what it said.
std::string why_limited(const Exit& exit, const std::string& log);

}  // namespace tapestry
