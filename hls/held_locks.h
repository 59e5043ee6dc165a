// SPDX-License-Identifier: Apache-2.0
// In which states a thread holds a lock: others may wait for what it does there.
#pragma once

#include "hls/states.h"

namespace tapestry::hls {

// By state: behind one that takes a lock, up to the one that gives it back, on some way.
std::vector<bool> locked_states(const Kernel& kernel, const KernelPlan& plan,
                                const StateTable& states);

}  // namespace tapestry::hls
