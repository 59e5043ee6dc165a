// SPDX-License-Identifier: Apache-2.0
// The sources compiled into GHDL simulations: the files of src/read/vhdl/simulation, as text.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

struct SimulationFile {
    std::string name;
    std::string text;
};

const std::vector<SimulationFile>& simulation_files();

}  // namespace tapestry
