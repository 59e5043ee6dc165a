// SPDX-License-Identifier: Apache-2.0
// What to change, and what it could bring at most. Each rule is a small function of a table; its
// bound is an upper one: no less time can be left than what the reasoning names.
#pragma once

#include "explain/network/load.h"

namespace tapestry {

// What rules look at. `analysis` has everything but the advice.
struct AdviceFacts {
    const Run& run;
    const Network& network;
    const Load& load;
    const Analysis& analysis;
};

// What could bring most first; advice without a bound last.
std::vector<Advice> advise(const AdviceFacts& facts);

}  // namespace tapestry
