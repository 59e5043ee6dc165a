// SPDX-License-Identifier: Apache-2.0
// The clock and the reset of a signal: those of the processes that drive it; failing that, of the
// processes that read it; failing that, of the module.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "find/logic/module_logic.h"
#include "find/module/clock_search.h"
#include "find/module/module_index.h"
#include "find/module/process_clocks.h"
#include "model/finding.h"

namespace tapestry {

class Clocking {
public:
    Clocking(const Design& design, const std::vector<ModuleIndex>& indexes);

    std::optional<FindingClock> of_process(std::int32_t module, std::int32_t process) const;
    // Of the clocked process that drives the register; nothing when none does.
    std::optional<FindingClock> of_register(std::int32_t module, VarId var) const;
    std::optional<FindingClock> of_var(std::int32_t module, VarId var);
    std::optional<FindingClock> of_bit(std::int32_t module, Bit bit);
    // The clock that most of the module runs on, its instances included.
    std::optional<FindingClock> of_module(std::int32_t module);
    // `clock`, or the module's when there is none, with the module's reset where it has no reset
    // itself.
    std::optional<FindingClock> completed(std::int32_t module, std::optional<FindingClock> clock);

    // The clock of a signal that an interface port or instance carries, as seen by `module`.
    std::optional<FindingClock> of_interface(std::int32_t module, const std::string& instance);

    // The resets of each module's processes, with the value they have when they do not reset.
    std::vector<std::vector<InactiveReset>> inactive_resets() const;

private:
    const Design& design_;
    const std::vector<ModuleIndex>& indexes_;
    ProcessClocks processes_;
    ClockSearch search_;
    std::map<std::int32_t, std::optional<FindingClock>> module_memo_;
};

}  // namespace tapestry
