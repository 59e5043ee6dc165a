// SPDX-License-Identifier: Apache-2.0
// The program as a simulator of the user's own flow, below `tapestry run -- COMMAND`: it weaves
// what the simulator was asked to compile, and hands on the call with the woven sources in their
// place.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

// Whether it was called by the name of a simulator: in a flow, or by a build system that remembers
// a flow. Then it becomes the real one.
bool is_stand_in(const std::string& name);

// Becomes the simulator, or is its parent; the exit status is the simulator's.
int stand_in(const std::string& name, std::vector<std::string> words);

}  // namespace tapestry
