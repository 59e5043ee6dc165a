// SPDX-License-Identifier: Apache-2.0
// A bottleneck with what speaks for it: who works, and who waits for it.
#pragma once

#include "analyse/full_queues.h"
#include "analyse/suspects.h"
#include "analyse/victims.h"

namespace tapestry {

Bottleneck block_bottleneck(const MeasuredNetwork& measured, const Periods& periods,
                            const Suspects& suspects, std::size_t suspect);

Bottleneck queue_bottleneck(const MeasuredNetwork& measured, const FullQueue& queue);

}  // namespace tapestry
