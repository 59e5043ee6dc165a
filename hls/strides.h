// SPDX-License-Identifier: Apache-2.0
// How the addresses of a loop move: accesses that follow each other in memory can be bursts.
#pragma once

#include <cstdint>
#include <optional>

#include "hls/cdfg.h"

namespace tapestry::hls {

// By how much a value grows from one iteration of the loop `block` to the next, as far as its
// operations tell; nothing: that is not known, or it changes. A hint: nobody may rely on it.
std::optional<std::int64_t> stride_of(const Kernel& kernel, Value v, int block);

}  // namespace tapestry::hls
