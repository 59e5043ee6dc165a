// SPDX-License-Identifier: Apache-2.0
// The clock and reset of a process according to its own text: its edges, and the signal that
// overrides most of its registers.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "find/module/module_index.h"
#include "find/module/register_resets.h"
#include "find/module/reset_nets.h"
#include "model/finding.h"

namespace tapestry {

class ProcessClocks {
public:
    ProcessClocks(const Design& design, const IdTable<ModuleId, ModuleIndex>& indexes);

    // Nothing if the process is not clocked.
    std::optional<FindingClock> of(ModuleId module, ProcessId process) const;
    // The clock of the process that assigns the register, with the reset of the register itself, or
    // of these bits of it; nothing if no clocked process assigns it.
    std::optional<FindingClock> of_register(ModuleId module, VarId var,
                                            std::optional<BitRange> bits = {}) const;

private:
    using Memo = std::map<std::pair<ModuleId, ProcessId>, std::optional<FindingClock>>;

    // The clock, and the asynchronous reset if there is one.
    std::optional<FindingClock> edges_of(ModuleId module, ProcessId process) const;
    std::string reset_of(ModuleId module, ProcessId process) const;
    std::string text_of(ModuleId module, const std::optional<ActiveReset>& reset) const;

    const Design& design_;
    const IdTable<ModuleId, ModuleIndex>& indexes_;
    // For each module: process -> its assignments.
    IdTable<ModuleId, IdTable<ProcessId, std::vector<AssignmentId>>> by_process_;
    ResetNets unnamed_;
    mutable IdTable<ModuleId, RegisterResets> resets_;  // of each module
    mutable Memo memo_;
};

}  // namespace tapestry
