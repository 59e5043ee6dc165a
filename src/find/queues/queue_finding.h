// SPDX-License-Identifier: Apache-2.0
// How a finding of a queue begins and ends, by whatever rule it is found.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "find/module/subject.h"
#include "find/queues/circular_buffer.h"

namespace tapestry {

Finding begin_queue(const Subject& on, const std::string& name, const SourcePlace& place);

// Takes the queue, with its depth and with what flushes `buffers` (those it is made of) as a reset;
// or rejects it, with a reason.
void take_queue(const Subject& on, Finding f, std::optional<FindingClock> clock,
                const std::vector<CircularBuffer>& buffers);

// Rejects the module as a queue.
void reject_queue(const Subject& on, const std::string& why);

}  // namespace tapestry
