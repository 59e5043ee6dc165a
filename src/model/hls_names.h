// SPDX-License-Identifier: Apache-2.0
// What the names in designs that Vitis HLS made say.
#pragma once

#include <string>

#include "model/tap_form.h"

namespace tapestry {

// The module that it puts into every loop, to restart it: a part of the loop around it.
bool is_loop_control(const std::string& module);

// The loop that a block was made of, or nothing: `rows` of top.grp_f_Pipeline_rows_fu_91.
std::string loop_of(const std::string& path);

// The initiation interval of the loop that the machine steps through: the states pp0_stage0,
// pp0_stage1 and so on take turns, and an iteration begins in the first. 0 for other machines.
std::size_t interval_of(const TapForm& machine);

}  // namespace tapestry
