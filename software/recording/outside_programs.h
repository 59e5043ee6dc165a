// SPDX-License-Identifier: Apache-2.0
// External programs used to read recordings.
#pragma once

#include <array>

#include "base/outside_program.h"

namespace tapestry {

inline constexpr std::array kHostPrograms = {
    OutsideProgram{"addr2line", "--version", "lines of MPI calls in record, import recordings",
                   "binutils", false}};

}  // namespace tapestry
