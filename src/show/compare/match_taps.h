// SPDX-License-Identifier: Apache-2.0
// Which tap of one run is which of another, through renames.
#pragma once

#include <vector>

#include "show/compare/run_numbers.h"

namespace tapestry {

inline constexpr std::size_t kNoMatch = static_cast<std::size_t>(-1);

// For each of `taps` the index of its like in `known`, or kNoMatch. The same kind and path is the
// same tap. What is left over is paired when kind, module and shape are equal, those with the most
// path in common first; a tap with two equally good candidates stays alone: nothing is guessed.
std::vector<std::size_t> match_taps(const std::vector<TapIdentity>& known,
                                    const std::vector<TapIdentity>& taps);

}  // namespace tapestry
