// SPDX-License-Identifier: Apache-2.0
// Matches the taps of two runs, also when instances were renamed.
#pragma once

#include <vector>

#include "show/compare/run_numbers.h"

namespace tapestry {

inline constexpr std::size_t kNoMatch = static_cast<std::size_t>(-1);

// For each of `taps` the index of its match in `known`, or kNoMatch. Taps with the same kind and
// path match. The others are paired if kind, module and shape are equal, in the order of the number
// of path parts in common; a tap with two equally good candidates is left unmatched, not guessed.
std::vector<std::size_t> match_taps(const std::vector<TapIdentity>& known,
                                    const std::vector<TapIdentity>& taps);

}  // namespace tapestry
