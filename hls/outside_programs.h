// SPDX-License-Identifier: Apache-2.0
// External programs that HLS needs.
#pragma once

#include <array>

#include "base/outside_program.h"

namespace tapestry {

inline constexpr std::array kHlsPrograms = {
    OutsideProgram{"tapestry-hls", "--version", "hls", "none: it is built where LLVM 19 is", false},
    OutsideProgram{"clang-19", "--version", "hls", "clang-19", false},
};

}  // namespace tapestry
