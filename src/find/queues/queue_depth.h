// SPDX-License-Identifier: Apache-2.0
// The depth of a queue, as far as its module shows it.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

// The elements of the largest array written in the module or in an instance at most `levels` below;
// 0 if there is none.
std::uint64_t depth_of_memory(const Design& design, ModuleId module, int levels);
// From a parameter called depth; else the count at which the full flag is set; else the number of
// registers as wide as the input.
std::uint64_t depth_of_parameters(const Subject& on);
// The elements of an array, plus one if a parameter called depth confirms it: HLS tools keep the
// oldest entry in a separate register.
std::uint64_t with_output_register(const Subject& on, std::uint64_t memory);
// The first known of: a queue of the Bluespec library, the array, the parameters.
std::uint64_t depth_of_queue(const Subject& on);

inline constexpr int kLevelsOfMemory = 3;  // how far below the queue its array may be

}  // namespace tapestry
