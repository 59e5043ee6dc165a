// SPDX-License-Identifier: Apache-2.0
// GHDL 2.0 gives up on a register of which an asynchronous reset sets only some members: it leaves
// the clock's edge as a constant in its Verilog output, and its name only in the VHDL output. This
// step makes registers of the members: those with a value under reset, and those that keep theirs.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "read/vhdl/netlist.h"

namespace tapestry {

struct ClockEdge {
    std::string clock;
    bool is_rising = true;
};
using ClockEdges = std::map<std::string, std::map<std::string, ClockEdge>>;  // by module and net

// The edges that are left in GHDL's VHDL output: n5_o <= '1' when rising_edge (clk) else '0';
ClockEdges clock_edges_left(std::string_view vhdl);

// Leaves an edge whose use has an unknown form.
void finish_registers(NetModule& module, const std::map<std::string, ClockEdge>& edges);

}  // namespace tapestry
