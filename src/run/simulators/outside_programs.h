// SPDX-License-Identifier: Apache-2.0
// What simulations are built and run with.
#pragma once

#include <array>

#include "base/outside_program.h"

namespace tapestry {

inline constexpr std::array kSimulationPrograms = {
    OutsideProgram{"verilator", "--version", "profile, scan, weave, run, import", "verilator",
                   true},
    OutsideProgram{"g++", "--version", "profile and run with Verilator", "g++", true},
    OutsideProgram{"make", "--version", "profile and run with Verilator", "make", true},
    OutsideProgram{"iverilog", "-V", "profile and run --sim icarus", "iverilog", false},
    OutsideProgram{"vvp", "-V", "profile and run --sim icarus", "iverilog", false},
};

}  // namespace tapestry
