// SPDX-License-Identifier: Apache-2.0
// What may change in a C program that becomes hardware: the numbers of its pragmas, and the macros
// that stand in them. Any other macro may be the size of the problem, with which the work gets
// less and not the hardware faster, so it changes only where it is asked for.
#pragma once

#include <map>
#include <string>

#include "explain/prediction/design_space.h"

namespace tapestry {

using ProgramTexts = std::map<std::string, std::string>;  // by file

struct ProgramKnob {
    Knob knob;  // a macro, or FILE:LINE.WHAT
    std::string file;
    std::size_t at = 0, length = 0;  // of the number in the text
    bool in_pragma = false;          // of a macro: some pragma names it
};

// Threads, factors of unrolling, depths of streams, intervals and partitions as the pragmas have
// them, and all macros that are a whole number.
std::vector<ProgramKnob> program_knobs(const ProgramTexts& texts);

// The texts with these numbers; NAME=VALUE of what is no knob here is left out.
ProgramTexts with_numbers(const ProgramTexts& texts, const std::vector<ProgramKnob>& knobs,
                          const std::vector<std::string>& settings);

}  // namespace tapestry
