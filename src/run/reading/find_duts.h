// SPDX-License-Identifier: Apache-2.0
// Finds the instances of the design in the hierarchy of a simulation: the prefix that the testbench
// adds to the paths of the tap map, for each instance.
#pragma once

#include <string>
#include <vector>

#include "model/reading.h"
#include "model/tap_map.h"

namespace tapestry {

// One instance of the design under test.
struct Dut {
    std::string prefix;  // its own path in the simulation, in normal spelling: tb.u_dut
    // For every tap of the map its records in order; empty if the tap is silent.
    std::vector<std::vector<const ReadingRecord*>> records;
};

struct Duts {
    std::vector<Dut> duts;                      // ordered by prefix
    std::vector<const ReadingRecord*> unknown;  // first records of paths that fit no tap
};

// A record belongs to a tap if it has the tap's kind and its path is the DUT's prefix followed by
// the tap's instance below the top. If a path can be split in several ways, the prefix that most
// taps agree on wins; designs never contain one another. Taps that the map ignores help to find the
// prefix, and their records are dropped. Records of kind `clock` are not considered.
Duts find_duts(const TapMap& map, const Reading& reading);

}  // namespace tapestry
