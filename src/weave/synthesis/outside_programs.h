// SPDX-License-Identifier: Apache-2.0
// The external programs for synthesis and proof.
#pragma once

#include <array>

#include "base/outside_program.h"

namespace tapestry {

inline constexpr std::array kSynthesisPrograms = {
    OutsideProgram{"yosys", "-V", "cost, prove", "yosys", false},
    OutsideProgram{"nextpnr-ice40", "--version", "cost --clock", "nextpnr-ice40", false},
};

}  // namespace tapestry
