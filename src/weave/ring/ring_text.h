// SPDX-License-Identifier: Apache-2.0
// The text that routes rings through the modules: ring ports, wires, connections, taps.
#pragma once

#include <string>
#include <vector>

#include "model/tap_plan.h"
#include "weave/ring/link.h"
#include "weave/ring/ring_modules.h"
#include "weave/text/tap_text.h"

namespace tapestry {

// The ends of a ring in the top: the hub drives `start` and receives `end`.
struct RingEnds {
    std::size_t thread = 0;  // of the top
    std::string start;
    std::string end;
};

// What goes along a thread: the ring of the full taps in the lowest bits, the chain of the lean
// ones in the others. Either may have none.
struct RingBus {
    static constexpr std::uint32_t kRingBits = 10;
    bool has_ring = true;
    ChainForm chain = {};

    std::uint32_t ring_bits() const { return has_ring ? kRingBits : 0; }
    std::uint32_t bits() const { return ring_bits() + chain.bits(); }
    bool is_mixed() const { return has_ring && chain.bits() > 0; }
    std::string range() const;                           // "[9:0]"
    std::string ring_of(const std::string& net) const;   // the part of a net that is the ring
    std::string chain_of(const std::string& net) const;  // that is the chain
};

// Edits the files of all modules of the rings. Threads of the top that `ends` does not name stay
// unconnected.
void write_rings(const TapPlan& plan, const RingModules& modules, const std::vector<RingEnds>& ends,
                 const RingBus& bus, const LinkOptions& options);

// A port that weaving for a link adds to the header of a module: `input wire [9:0] name`.
struct NewPort {
    std::string direction;
    std::string range;  // "[9:0] " or empty
    std::string name;
    bool passes = false;  // what comes in goes out at once, which Verilator may take for a loop
};
void add_ports(const RingModule& module, const std::vector<NewPort>& ports);

}  // namespace tapestry
