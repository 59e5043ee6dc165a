// SPDX-License-Identifier: Apache-2.0
// Whether an experiment did what the plain run did, and what it saved.
#pragma once

#include <string>
#include <vector>

#include "model/experiment.h"
#include "model/run.h"

namespace tapestry {

// One execution, as far as experiments compare it.
struct Trial {
    const Run* run = nullptr;
    std::string printed;  // what the testbench printed
    bool ended_well = false;
};

// Sets cycles, saving and status. `blocks` are the paths that were sped up: inside them taps
// count other edges, so they are not compared.
void judge(const Trial& plain, const Trial& trial, const std::vector<std::string>& blocks,
           Experiment& experiment);

// What the testbench printed with numbers left out: times and counts of cycles change, words may
// not.
std::string without_numbers(const std::string& text);

}  // namespace tapestry
