// SPDX-License-Identifier: Apache-2.0
// The least queue depths that keep the throughput of a recorded run without deadlock.
//
// A deeper queue never makes anything later, so the least depth of one queue, with the others
// fixed, is found by bisection; queues are taken in turn, those with most bits first.
#pragma once

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/prediction.h"
#include "model/run.h"

namespace tapestry {

// `loss` is the share by which the run may get longer. Fails with not_recorded, and with
// change_refused if the order of operations depends on their times.
Result<Sizing> size_queues(const Run& run, double loss, Diagnostics& diagnostics);

// Gives the queue that depth, and its parameter the value that makes it so.
void set_needed(const Run& run, std::uint64_t needed, QueueSize& q);

// Bits of one entry of a queue, from the streams at its ends; 0: unknown.
std::uint64_t entry_bits(const Run& run, const std::string& queue);

}  // namespace tapestry
