// SPDX-License-Identifier: Apache-2.0
// Which instance drives a net.
#pragma once

#include <string>
#include <vector>

#include "weave/plan/hierarchy.h"

namespace tapestry {

// The path of the instance whose logic drives the net, not that of one that only hands it on; empty
// when it comes from outside. Where a port is connected to an expression of one signal, that of the
// signal.
std::string driver_of(const Hierarchy& hierarchy, Net net);

// Nets of the variable that have different drivers, each with its lowest bit: one of a signal that
// comes from one place, several of a vector that blocks join.
std::vector<Net> joined_nets(const Hierarchy& hierarchy, std::int32_t node, VarId var);

}  // namespace tapestry
