// SPDX-License-Identifier: Apache-2.0
// Makes one block of a loop whose body branches, so that it can become a
// pipeline: both sides of a branch are computed, what is not wanted is not
// chosen, and loads and stores happen under their condition.
#pragma once

#include "hls/cdfg.h"

namespace tapestry::hls {

// Converts every innermost loop that waits for no lock. One that is left in
// several places, as by `break`, must not read or write streams.
void if_convert(Kernel& kernel);

// The same for one loop without loops inside, whose blocks stand in an order in which all edges but
// the one back lead on. False: it stays as it is.
bool make_one_block(Kernel& kernel, Loop& loop);

// Leaves out blocks that nothing leads to.
void remove_unreached(Kernel& kernel);

}  // namespace tapestry::hls
