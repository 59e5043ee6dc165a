// SPDX-License-Identifier: Apache-2.0
// The steps of a program on values of any width.
#pragma once

#include "run/import/program.h"

namespace tapestry {

void wide_load(const Step& step, const SignalValues& values, Bits& to);
// Cut off, or extended with 0.
Bits wide_resized(const Bits& value, std::uint32_t width);
// Any step but load and constant.
Bits wide_step(const Step& step, const Bits& a, const Bits& b, const Bits& c);

}  // namespace tapestry
