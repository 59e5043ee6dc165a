// SPDX-License-Identifier: Apache-2.0
// Loops in designs that Vitis HLS made: what the user called them, and how often an iteration can
// begin.
#pragma once

#include <string>

#include "model/tap_map.h"

namespace tapestry {

// The loop that a block was made of, or nothing: `rows` of top.grp_f_Pipeline_rows_fu_91.
std::string loop_of(const std::string& path);

// A block by its path, with its loop: "top.grp_f_Pipeline_rows_fu_91 (the loop rows)".
std::string block_text(const std::string& path);

// The initiation interval of the loop that the machine steps through: the states pp0_stage0,
// pp0_stage1 and so on take turns, and an iteration begins in the first. 0 for other machines.
std::size_t interval_of(const Tap& machine);

}  // namespace tapestry
