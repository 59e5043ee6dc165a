// SPDX-License-Identifier: Apache-2.0
// The text that routes rings through the modules: ring ports, wires, connections, taps.
#pragma once

#include <string>
#include <vector>

#include "model/tap_plan.h"
#include "weave/ring/link.h"
#include "weave/ring/ring_modules.h"

namespace tapestry {

// The ends of a ring in the top: the hub drives `start` and receives `end`.
struct RingEnds {
    std::size_t thread = 0;  // of the top
    std::string start;
    std::string end;
};

// Edits the files of all modules of the rings. Threads of the top that `ends` does not name stay
// unconnected.
void write_rings(const TapPlan& plan, const RingModules& modules, const std::vector<RingEnds>& ends,
                 const LinkOptions& options);

// A port that weaving for a link adds to the header of a module: `input wire [9:0] name`.
struct NewPort {
    std::string direction;
    std::string range;  // "[9:0] " or empty
    std::string name;
};
void add_ports(const RingModule& module, const std::vector<NewPort>& ports);

}  // namespace tapestry
