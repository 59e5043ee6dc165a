// SPDX-License-Identifier: Apache-2.0
// The generics that a testbench gives to the design, as far as they are written as values.
#pragma once

#include <string>
#include <string_view>

#include "vhdl/ghdl.h"

namespace tapestry {

// The values of `generic map (NAME => 8, …)` where `entity` is instanced in the text; a constant of
// the text stands for its value.
Generics generics_given_to(const std::string& entity, std::string_view testbench);

}  // namespace tapestry
