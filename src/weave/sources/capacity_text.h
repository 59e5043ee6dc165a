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

// What the text gives the parameter; empty if it says nothing about it.
std::string parameter_text(const Woven& woven, const Capacity& room);
// How often the module that contains the instance names something.
std::size_t times_named(const Woven& woven, const Capacity& room, const std::string& name);

}  // namespace tapestry
