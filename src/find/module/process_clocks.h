// SPDX-License-Identifier: Apache-2.0
// The clock and reset of a process according to its own text: its edges, and the condition under
// which all its assignments are constants.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "find/module/module_index.h"
#include "find/module/reset_nets.h"
#include "model/finding.h"

namespace tapestry {

class ProcessClocks {
public:
    ProcessClocks(const Design& design, const std::vector<ModuleIndex>& indexes);

    // Nothing if the process is not clocked.
    std::optional<FindingClock> of(std::int32_t module, std::int32_t process) const;
    const ResetNets& unnamed_resets() const { return unnamed_; }

private:
    using Memo = std::map<std::pair<std::int32_t, std::int32_t>, std::optional<FindingClock>>;

    std::optional<FindingClock> clock_of(std::int32_t module, std::int32_t process) const;
    std::string reset_of(std::int32_t module, std::int32_t process) const;

    const Design& design_;
    const std::vector<ModuleIndex>& indexes_;
    // For each module: process -> its assignments.
    std::vector<std::vector<std::vector<std::int32_t>>> by_process_;
    ResetNets unnamed_;
    mutable Memo memo_;
};

}  // namespace tapestry
