// SPDX-License-Identifier: Apache-2.0
// Gives an instance more room, for an experiment: its parameter gets another value where it is
// instanced. All instances that the text stands for get it.
#pragma once

#include "model/capacity.h"
#include "weave/sources/weave.h"

namespace tapestry {

// False when the text cannot be edited: a macro or an included file makes it, or the parameter is
// none that an instance can set.
bool enlarge(Woven& woven, const Capacity& room, unsigned factor);

}  // namespace tapestry
