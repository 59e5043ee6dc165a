// SPDX-License-Identifier: Apache-2.0
// A bottleneck with what speaks for it: who works, and who waits for it.
#pragma once

#include "explain/counters/full_queues.h"
#include "explain/counters/suspects.h"
#include "explain/counters/victims.h"

namespace tapestry {

Verdict block_bottleneck(const MeasuredNetwork& measured, const Periods& periods,
                         const Suspects& suspects, std::size_t suspect);

Verdict queue_bottleneck(const MeasuredNetwork& measured, const FullQueue& queue);

}  // namespace tapestry
