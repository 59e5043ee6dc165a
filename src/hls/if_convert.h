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

}  // namespace tapestry::hls
