// SPDX-License-Identifier: Apache-2.0
// What the user asks for, from tapestry.toml and the command line together.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/check.h"
#include "model/source_set.h"
#include "model/tap_form.h"

namespace tapestry {

// A tap on the user's own expressions.
struct CustomTap : TapForm {
    std::string module;  // as the source spells it
    std::string name;
    std::string clock;          // empty: that of the module
    std::string reset;          // active high; empty: that of the module
    std::uint32_t threads = 0;  // of an fsm: hardware threads, 2 bits each
    std::string file;           // where it was asked for
    std::uint32_t line = 0;
};

// Settings for reading VHDL.
struct VhdlSettings {
    std::string standard = "08";  // as GHDL names it: 87, 93, 93c, 00, 02, 08
    // Files of libraries other than work, each with the library's name.
    std::vector<std::pair<std::string, std::string>> libraries;
};

struct Project {
    SourceSet sources;
    VhdlSettings vhdl;
    std::string top;
    std::vector<std::string> testbench_files;
    std::string testbench_top;
    std::string simulator = "verilator";
    std::string verilator = "verilator";  // the program that elaborates, and may simulate
    std::vector<std::string> simulator_flags;
    std::vector<std::string> plusargs;
    // Patterns over paths, * for any characters. An empty `include` means everything.
    std::vector<std::string> include;
    std::vector<std::string> exclude;
    std::vector<std::pair<std::string, std::string>> rename;  // path -> name
    // Pattern over PATH.STATE -> category of that state's time.
    std::vector<std::pair<std::string, std::string>> categories;
    std::vector<CustomTap> taps;
    std::vector<std::string> facts_files;  // facts about the sources (model/source_facts.h)
    bool trace = false;                    // every change of every state machine
    bool record = false;                   // every operation on a channel, for replay
    std::vector<CheckRule> checks;
    // the design is only inspected, not simulated, so it may be incomplete
    bool may_be_in_part = false;
    bool is_run = false;  // the command runs the testbench, so none of it needs to be disabled
};

}  // namespace tapestry
