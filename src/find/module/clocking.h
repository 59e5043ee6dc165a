// SPDX-License-Identifier: Apache-2.0
// The clock and reset of a signal. In this order: those of the processes that drive it, of the
// processes that read it, of the module.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "find/logic/module_logic.h"
#include "find/module/clock_search.h"
#include "find/module/module_index.h"
#include "find/module/process_clocks.h"
#include "model/finding.h"

namespace tapestry {

class Clocking {
public:
    Clocking(const Design& design, const IdTable<ModuleId, ModuleIndex>& indexes);

    std::optional<FindingClock> of_process(ModuleId module, ProcessId process) const;
    // From the clocked process that drives the register; nothing if there is none.
    // The reset is that of the register itself, or of these bits of it.
    std::optional<FindingClock> of_register(ModuleId module, VarId var,
                                            std::optional<BitRange> bits = {}) const;
    std::optional<FindingClock> of_var(ModuleId module, VarId var);
    std::optional<FindingClock> of_bit(ModuleId module, Bit bit);
    // The clock of most of the module, including its instances.
    std::optional<FindingClock> of_module(ModuleId module);
    // `clock`, or the module's clock if it is empty and the module has no other; a missing reset is
    // taken from the module.
    std::optional<FindingClock> completed(ModuleId module, std::optional<FindingClock> clock);

    // The clock of a signal that an interface port or instance carries, as seen by `module`.
    std::optional<FindingClock> of_interface(ModuleId module, const std::string& instance);

    // The resets of each module's processes, with their inactive values; of one module.
    IdTable<ModuleId, std::vector<InactiveReset>> inactive_resets() const;
    std::vector<InactiveReset> inactive_resets(ModuleId module) const;

private:
    // The clocks of a module and all below it, in its own names; an empty text for one that has
    // none.
    using Names = std::set<std::string>;
    const Names& names_of(ModuleId module);
    std::vector<FindingClock> votes_of(ModuleId module);

    const Design& design_;
    const IdTable<ModuleId, ModuleIndex>& indexes_;
    ProcessClocks processes_;
    ClockSearch search_;
    std::map<ModuleId, std::optional<FindingClock>> module_memo_;
    std::map<ModuleId, Names> names_memo_;
};

}  // namespace tapestry
