// SPDX-License-Identifier: Apache-2.0
// Which instance drives a net.
#pragma once

#include <string>
#include <vector>

#include "weave/plan/hierarchy.h"

namespace tapestry {

// The path of the instance whose logic drives the net, not of one that only passes it on; empty if
// it comes from outside. If a port is connected to an expression of one signal, or the net is the
// inverse of another, the driver of that signal.
std::string driver_of(const Hierarchy& hierarchy, Net net);

// The net at which the value originates, or its inverse: all names of one net and of its inverse
// have the same one.
Net source_or_inverse(const Hierarchy& hierarchy, Net net);

// The nets of the variable with different drivers, each by its lowest bit: one for a signal with a
// single driver, several for a vector that several blocks drive.
std::vector<Net> joined_nets(const Hierarchy& hierarchy, NodeId node, VarId var);

}  // namespace tapestry
