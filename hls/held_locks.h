// SPDX-License-Identifier: Apache-2.0
// In which states a thread holds a lock: other threads may have to wait for the work done there.
#pragma once

#include "hls/states.h"

namespace tapestry::hls {

// By state: whether some path from a lock reaches the state before the matching unlock.
std::vector<bool> locked_states(const Kernel& kernel, const KernelPlan& plan,
                                const StateTable& states);

}  // namespace tapestry::hls
