// SPDX-License-Identifier: Apache-2.0
// How many bits of each value synthesis keeps: those between the zeros at its ends that somebody
// looks at. C says 32 bits nearly everywhere, and hardware needs fewer.
#pragma once

#include <vector>

#include "hls/cdfg.h"

namespace tapestry::hls {

// By operation. Never more than its width.
std::vector<unsigned> used_bits(const Kernel& kernel);

}  // namespace tapestry::hls
