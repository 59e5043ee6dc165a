// SPDX-License-Identifier: Apache-2.0
#include "find/buses/bus.h"

#include "find/buses/avalon_bus.h"
#include "find/buses/axi_bus.h"
#include "find/buses/granted_bus.h"
#include "find/buses/wishbone_bus.h"

namespace tapestry {

void find_buses(const Subject& on) {
    const SiblingNames names(on.module);
    find_axi_buses(on, names);
    for (const VarId v : on.vars()) {
        const Var& var = on.module.var(v);
        const bool is_port =
            var.direction == Direction::input || var.direction == Direction::output;
        if (!is_port || !var.scope.empty()) continue;
        find_wishbone_bus(on, names, v);
        find_avalon_bus(on, names, v);
        find_granted_bus(on, names, v);
    }
}

}  // namespace tapestry
