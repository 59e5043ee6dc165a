// SPDX-License-Identifier: Apache-2.0
// Gives a parameter of an instance another value, in the text of its instantiation. This affects
// all instances that the text creates.
#pragma once

#include "model/capacity.h"
#include "weave/sources/weave.h"

namespace tapestry {

// False if the text cannot be edited: it comes from a macro or an included file, or an instance
// cannot set the parameter.
bool enlarge(Woven& woven, const Capacity& room, unsigned factor);
// The same with a value instead of a factor.
bool set_parameter(Woven& woven, const Capacity& room, const std::string& value);

}  // namespace tapestry
