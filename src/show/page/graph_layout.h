// SPDX-License-Identifier: Apache-2.0
// The graphs of the page, laid out: the page only draws boxes and lines at the given positions.
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "base/result.h"
#include "show/store/run_view.h"

namespace tapestry {

// The blocks of the design and the channels between them. Replicas are folded: block `a[*]` stands
// for a[0], a[1], …. The first drawing shows the whole design. If that has too many blocks to read,
// each instance becomes one box (kind group) with a drawing of its own for its contents.
//   [{"id":"","width":w,"height":h,
//     "nodes":[{"id":"dut.u_a","kind":"machine","members":["dut.u_a"],"box":[x,y,w,h]}],
//     "clusters":[{"id":"dut.u_b","box":[…]}],
//     "edges":[{"from":0,"to":1,"channels":["dut.link"],"line":[x,y,…]}]}]
// kind: machine, queue, part (an end of a channel without a machine), outside (of the design or of
// the drawing), group. A block that only its caller is connected to is placed below that caller.
Result<std::string> block_graphs(const RunView& run, Diagnostics& diagnostics);

// The states of each machine and their transitions. Machines with the same states and transitions
// share a drawing. A machine with too many states to draw gets no positions ("drawn":false).
//   [{"taps":[1,2],"width":w,"height":h,"drawn":true,
//     "states":[{"state":"IDLE","box":[…]}],"edges":[{"from":0,"to":1,"line":[…]}]}]
Result<std::string> state_graphs(const RunView& run, Diagnostics& diagnostics);

// `a[3].b` becomes `a[*].b`.
std::string folded(const std::string& path);

}  // namespace tapestry
