// SPDX-License-Identifier: Apache-2.0
// Completion of a queue finding, common to all rules.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "find/module/subject.h"
#include "find/queues/circular_buffer.h"

namespace tapestry {

Finding begin_queue(const Subject& on, const std::string& name, const SourcePlace& place);

// Takes the queue, with its depth, and with the flush of `buffers` (its storage) as a reset; or
// rejects it with a reason.
void take_queue(const Subject& on, Finding f, std::optional<FindingClock> clock,
                const std::vector<CircularBuffer>& buffers);

// Rejects the module as a queue.
void reject_queue(const Subject& on, const std::string& why);

}  // namespace tapestry
