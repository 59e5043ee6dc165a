// SPDX-License-Identifier: Apache-2.0
// When a bus at the edge of a module counts: whoever reads it may do so only while a bit beside it
// has one value. Then a change at any other time is no event.
#pragma once

#include <set>
#include <string>

#include "explain/experiments/neighbours.h"
#include "find/logic/observability.h"

namespace tapestry {

// A port, or a part of one.
struct EdgePort {
    std::string text;  // as the module spells it
    Direction direction = Direction::none;
    std::uint32_t width = 1;
    VarId var = kNone;  // members of interfaces lie beyond the variables of the module
    std::uint64_t element = 0;
    std::uint64_t lsb = 0;

    Bit bit(std::uint32_t i) const { return {var, element, lsb + i}; }
};

class BusGates {
public:
    explicit BusGates(const Design& design)
        : design_(design),
          logic_(design, IdTable<ModuleId, std::vector<InactiveReset>>(design.modules.size())),
          listening_(logic_),
          neighbours_(design) {}

    // The ports of a module; members of structures and interfaces, and elements of arrays, each for
    // itself.
    std::vector<EdgePort> ports(ModuleId module);

    // What has to be watched of a bus: the bus itself, or an expression that shows it only while it
    // counts.
    std::string watched(ModuleId module, const EdgePort& bus);

    // When a single bit that comes in counts: an access to registers that changes none of them is
    // no event. Empty: always.
    std::string level_heard(ModuleId module, const EdgePort& bit);

private:
    // Bits beside the bus, with the value that each must have: "~busy", "go".
    using Gates = std::set<std::string>;
    Gates gates_of_input(ModuleId module, const EdgePort& bus);
    Gates gates_of_output(ModuleId module, const EdgePort& bus);
    Gates gates_outside(ModuleId parent, InstanceId instance, ModuleId module, const EdgePort& bus);
    std::vector<EdgePort> bits_beside(ModuleId module, const EdgePort& bus);
    bool leaves(ModuleId parent, InstanceId instance, const std::string& port);

    const Design& design_;
    DesignLogic logic_;
    Observability listening_;
    Neighbours neighbours_;
};

}  // namespace tapestry
