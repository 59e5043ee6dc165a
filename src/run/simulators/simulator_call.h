// SPDX-License-Identifier: Apache-2.0
// A call of a simulator's compiler as the user's own flow makes it: what it compiles, and the same
// call with woven sources in the place of the user's.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "model/source_set.h"

namespace tapestry {

// The programs of the PATH that `tapestry run -- COMMAND` stands in for.
const std::vector<std::string>& stood_in_for();

struct SimulatorCall {
    std::string program;             // as in stood_in_for()
    std::vector<std::string> words;  // its arguments, file lists written out
    SourceSet sources;               // all that it compiles, the testbench too
    std::string top;                 // empty: not named
    std::string output;              // of iverilog
    bool builds = false;             // it makes a simulation, and is not only asked for its version
    bool links_alone = false;        // a model that the user's own build links
    bool has_harness = false;        // a testbench in another language: the top is the design
};

SimulatorCall read_call(const std::string& program, std::vector<std::string> words);

// What weaving made of the sources of a call.
struct WovenTexts {
    std::map<std::string, std::string> twins;  // the user's file, absolute -> its woven copy
    std::vector<std::string> include_folders;  // to be searched before the user's
    std::vector<std::string> library;          // of taps, as far as the design uses it
    std::filesystem::path support;             // the C++ that a Verilator simulation needs
    std::filesystem::path list;                // a file for what list_of() gives
    std::string build;                         // the name of this build, for its readings
};
// What Icarus takes in a file list only.
std::string list_of(const SimulatorCall& call);
std::vector<std::string> with_woven(const SimulatorCall& call, const WovenTexts& woven);

// The arguments of vvp with the reading's name at their end.
std::vector<std::string> with_reading(std::vector<std::string> words, const std::string& reading,
                                      const std::string& frame);

// Whether a program of that name runs what another one has built.
bool runs_only(const std::string& program);

// The file that a call of it runs, among its arguments; empty when there is none.
std::string simulation_of(const std::vector<std::string>& words);

// Icarus writes the place of vvp into what it builds, so that it can be started by itself. With the
// name in its stead, the program that stands in is found, and the real one without it.
void start_by_name(const std::string& simulation);

}  // namespace tapestry
