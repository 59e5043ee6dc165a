// SPDX-License-Identifier: Apache-2.0
// The clock of a net, bit by bit, because the bits of a vector may belong to different clock
// domains. In this order: the clock of the processes that drive it; of the operands or instances
// that drive it; of the processes or instances that read it.
#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "find/module/module_index.h"
#include "find/module/register_resets.h"
#include "model/finding.h"

namespace tapestry {

class Clocking;

class ClockSearch {
public:
    ClockSearch(const Design& design, const IdTable<ModuleId, ModuleIndex>& indexes,
                const Clocking& clocking)
        : design_(design), indexes_(indexes), clocking_(clocking) {}

    // The clock of one bit, or of any bit of the variable.
    std::optional<FindingClock> of_bit(ModuleId module, Bit bit);
    std::optional<FindingClock> of_var(ModuleId module, VarId var);
    // The clock of an instance in the names of its parent, through the connections of its ports.
    std::optional<FindingClock> lifted(ModuleId module, const Instance& instance,
                                       const FindingClock& inner) const;

private:
    using Found = std::optional<FindingClock>;
    // Without a `bit`, any bit of the variable will do.
    struct Net {
        ModuleId module = kNone;
        VarId var = kNone;
        std::optional<Bit> bit;

        friend auto operator<=>(const Net&, const Net&) = default;
    };

    const ModuleIndex& index_of(const Net& net) const { return indexes_[net.module]; }
    Net net_of(ModuleId module, VarId var) const;
    static std::optional<BitRange> bit_in(const Net& net);
    Found find(const Net& net, int depth);
    Found from_drivers(const Net& net, int depth);
    Found from_value(const Net& net, const Assignment& assignment, int depth);
    Found from_expression(const Net& net, ExprId expr, std::optional<Bit> at, int depth);
    Found from_mentioned(const Net& net, ExprId expr, int depth);
    Found from_readers(const Net& net) const;
    Found from_pins(const Net& net, bool drivers_only, int depth);
    std::optional<Net> port_net(const Net& net, const ModuleIndex::Pin& pin) const;
    bool is_read_by(const Net& net, const Assignment& assignment) const;
    bool is_in(const Net& net, ExprId expr) const;

    const Design& design_;
    const IdTable<ModuleId, ModuleIndex>& indexes_;
    const Clocking& clocking_;
    std::map<Net, Found> memo_;
};

}  // namespace tapestry
