// SPDX-License-Identifier: Apache-2.0
// The tap plan: which text is woven where, and the resulting tap map.
//
// A *site* is one piece of text in one source module; it becomes as many taps as the elaborated
// design has instances of that text (instances, generate loops, parameterisations).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/design.h"
#include "model/tap_map.h"

namespace tapestry {

// Parameter-dependent members are large enough for every parameterisation of the module.
struct TapSite : TapForm {
    std::string module;         // as the source spells it
    std::string scope;          // generate blocks without their indices: "g.inner"
    std::string instance_name;  // tapestry_fsm_state
    std::string file;           // of the module
    std::uint32_t module_line = 0;
    std::uint32_t line = 0;     // of a declaration inside the generate block
    std::string declared_name;  // what that declaration declares
    int shared_clock =
        -1;  // index of the clock whose leader counts the edges; -1: the tap counts them
    std::string clock_text;  // with ~ for the falling edge
    std::string reset_text;  // active high, empty: none
    // Ports that observe a register assigned with `=` in its clocked process. Sampling it at the
    // same edge would be a race, so its value is latched at the opposite edge.
    std::vector<std::string> held;

    // A state machine: the width of the port, and the codes of all parameterisations.
    std::uint32_t port_width = 64;
    std::uint32_t code_width = 1;
    std::vector<Constant> codes;
    bool one_hot = false;  // codes are woven as the number of their bit
};

// Where the leader of a shared clock is woven.
struct ClockSite {
    int clock = 0;
    std::string module;
    std::string file;
    std::uint32_t module_line = 0;
    std::string clock_text;
};

using TreeId = Id<struct TreeNode>;

// One instance of the elaborated design, for signals that are routed through the hierarchy.
struct TreeNode {
    std::string path;    // dut.g[0].u_core
    std::string module;  // as the source spells it
    std::string file;    // of the module
    std::uint32_t module_line = 0;
    std::uint32_t ports = 0;            // of the module
    std::vector<std::string> scopes;    // generate blocks inside it, with indices
    TreeId parent = kNone;              // index in TapPlan::tree
    std::string scope;                  // generate blocks around it in the parent's module
    std::string name;                   // u_core
    std::int64_t index = 0;             // in an instance array
    std::int64_t step_to_last_bit = 0;  // 0: no array; else the index step from left to right
    std::uint32_t line = 0;             // of the instance in the parent's text
};

struct TapPlan {
    std::vector<TapSite> sites;
    std::vector<ClockSite> clocks;
    TapMap map;
    IdTable<TreeId, TreeNode> tree;  // the top first, parents before children
    // by the tap's hierarchical name, including ignored ones
    std::map<std::string, int> clock_of_tap;
};

}  // namespace tapestry
