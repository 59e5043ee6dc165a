// SPDX-License-Identifier: Apache-2.0
// How many a queue holds, by what its module shows.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

// The elements of the largest array that the module writes, or an instance at most `levels` below
// it; 0 when there is none.
std::uint64_t depth_of_memory(const Design& design, std::int32_t module, int levels);
// What a parameter called depth says; else the count at which the port says full; else the number
// of registers that are as wide as the input.
std::uint64_t depth_of_parameters(const Subject& on);
// The elements of an array, and one more when a parameter called depth says so: HLS tools keep the
// oldest in a register beside it.
std::uint64_t with_output_register(const Subject& on, std::uint64_t memory);
// The first of these that is known: a queue of the Bluespec library, the array, the parameters.
std::uint64_t depth_of_queue(const Subject& on);

inline constexpr int kLevelsOfMemory = 3;  // that a queue's array may lie below it

}  // namespace tapestry
