// SPDX-License-Identifier: Apache-2.0
// Which edges of a signal clock registers, anywhere below a module: through ports, gates and
// inverters.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "model/design.h"

namespace tapestry {

struct ClockEdges {
    bool rising = false;
    bool falling = false;

    bool any() const { return rising || falling; }
    ClockEdges flipped() const { return {falling, rising}; }
    void add(const ClockEdges& other) {
        rising |= other.rising;
        falling |= other.falling;
    }
};

class ClockUse {
public:
    explicit ClockUse(const Design& design) : design_(design), tested_(design.modules.size()) {}

    // Of a variable of the module, as a clock: an asynchronous reset is none.
    ClockEdges of(ModuleId module, VarId var);
    // Whether the module, or anything below it, has a clocked process.
    bool has_registers(ModuleId module);

private:
    ClockEdges in_processes(ModuleId module, VarId var);
    ClockEdges in_instances(ModuleId module, VarId var);
    ClockEdges in_assignments(ModuleId module, VarId var);
    const IdTable<ProcessId, std::set<VarId>>& tested_by(ModuleId module);

    const Design& design_;
    std::map<std::pair<ModuleId, VarId>, ClockEdges> memo_;
    std::map<ModuleId, bool> registers_;
    // By module and process: the variables that its conditions and values mention.
    IdTable<ModuleId, IdTable<ProcessId, std::set<VarId>>> tested_;
};

}  // namespace tapestry
