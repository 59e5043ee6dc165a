// SPDX-License-Identifier: Apache-2.0
// Where the boxes and lines of the page's graphs stand. The page draws them and lays out nothing.
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "base/result.h"
#include "show/store/run_view.h"

namespace tapestry {

// The blocks of the design and the channels between them, replicas folded: block `a[*]` stands for
// a[0], a[1], …. The first drawing is the whole; where it has too many blocks to be read, instances
// are one box each (kind group), and have drawings of their own insides.
//   [{"id":"","width":w,"height":h,
//     "nodes":[{"id":"dut.u_a","kind":"machine","members":["dut.u_a"],"box":[x,y,w,h]}],
//     "clusters":[{"id":"dut.u_b","box":[…]}],
//     "edges":[{"from":0,"to":1,"channels":["dut.link"],"line":[x,y,…]}]}]
// kind: machine, queue, part (an end of a channel without a machine), outside (of the design, or of
// the drawing), group. A block that only one other calls stands below its caller.
Result<std::string> block_graphs(const RunView& run, Diagnostics& diagnostics);

// The states of each machine and their transitions; machines of one shape share a drawing. One of
// too many states to be drawn has no places.
//   [{"taps":[1,2],"width":w,"height":h,"drawn":true,
//     "states":[{"state":"IDLE","box":[…]}],"edges":[{"from":0,"to":1,"line":[…]}]}]
Result<std::string> state_graphs(const RunView& run, Diagnostics& diagnostics);

// `a[3].b` becomes `a[*].b`.
std::string folded(const std::string& path);

}  // namespace tapestry
