// SPDX-License-Identifier: Apache-2.0
// The least depths of queues that keep the throughput of a recorded run, free of deadlock.
//
// Deeper queues never make anything later, so the least depth of one queue, with those of the
// others, is found by halving the interval; queues are taken in turn, those with most bits first.
#pragma once

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/prediction.h"
#include "model/run.h"

namespace tapestry {

// `loss` is the share by which the run may get longer. Fails with not_recorded, and with
// change_refused where the order of operations depends on their times.
Result<Sizing> size_queues(const Run& run, double loss, Diagnostics& diagnostics);

// Bits of an entry of a queue, by the streams at its ends; 0: not known.
std::uint64_t entry_bits(const Run& run, const std::string& queue);

}  // namespace tapestry
