// SPDX-License-Identifier: Apache-2.0
// What a simulation that ran in the user's own flow leaves beside its reading, so that the runs of
// several tests can be told apart: `FILE.note`, lines of a word and a text.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

struct SimulationNote {
    std::string build;               // which woven sources it was built from
    std::string test;                // TAPESTRY_TEST
    std::string cocotb;              // the test's modules and cases
    std::string folder;              // it ran in
    std::vector<std::string> words;  // its command line
};

SimulationNote note_from_text(const std::string& text);
std::string to_text(const SimulationNote& note);
// Of this process, which is about to become a simulation.
SimulationNote note_of_this_process(const std::string& build, std::vector<std::string> words);

// A name for the run of each, fit for a file: what TAPESTRY_TEST says, the test of cocotb, or the
// simulation's own name and arguments. No two are the same.
std::vector<std::string> test_names(const std::vector<SimulationNote>& notes);

}  // namespace tapestry
