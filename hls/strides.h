// SPDX-License-Identifier: Apache-2.0
// Address strides of loops: consecutive accesses can form bursts.
#pragma once

#include <cstdint>
#include <optional>

#include "hls/cdfg.h"

namespace tapestry::hls {

// By how much a value grows per iteration of the loop `block`; nothing: unknown or not constant.
// This is a heuristic: correctness must not depend on it.
std::optional<std::int64_t> stride_of(const Kernel& kernel, Value v, int block);

}  // namespace tapestry::hls
