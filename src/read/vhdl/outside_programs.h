// SPDX-License-Identifier: Apache-2.0
// The external programs that analyse and simulate VHDL.
#pragma once

#include <array>

#include "base/outside_program.h"

namespace tapestry {

inline constexpr std::array kVhdlPrograms = {
    OutsideProgram{"ghdl", "--version", "designs in VHDL", "ghdl-llvm", false},
};

}  // namespace tapestry
