// SPDX-License-Identifier: Apache-2.0
// Increases the capacity of an instance for an experiment: a parameter gets another value in its
// instantiation. This affects all instances that the text creates.
#pragma once

#include "model/capacity.h"
#include "weave/sources/weave.h"

namespace tapestry {

// False if the text cannot be edited: it comes from a macro or an included file, or an instance
// cannot set the parameter.
bool enlarge(Woven& woven, const Capacity& room, unsigned factor);

}  // namespace tapestry
