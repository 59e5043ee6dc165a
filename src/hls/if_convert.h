// SPDX-License-Identifier: Apache-2.0
// Makes one block of a loop whose body branches, so that it can become a
// pipeline: both sides of a branch are computed, what is not wanted is not
// chosen, and loads and stores happen under their condition.
#pragma once

#include "hls/cdfg.h"

namespace tapestry::hls {

// Converts every innermost loop that is left only at its end and waits for no
// lock.
void if_convert(Kernel& kernel);

}  // namespace tapestry::hls
