// SPDX-License-Identifier: Apache-2.0
// The steps of a program for values of any width.
#pragma once

#include "model/expression/program.h"

namespace tapestry {

void wide_load(const Step& step, const SignalValues& values, Bits& to);
// Any step except load and constant.
Bits wide_step(const Program& program, const Step& step, const Bits& a, const Bits& b,
               const Bits& c);

}  // namespace tapestry
