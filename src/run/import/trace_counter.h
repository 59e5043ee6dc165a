// SPDX-License-Identifier: Apache-2.0
// The counter of a trace tap: records at changes or around a trigger (docs/counting.md).
#pragma once

#include "run/import/counter.h"

namespace tapestry {

std::unique_ptr<Counter> make_trace_counter(const Tap& tap);

}  // namespace tapestry
