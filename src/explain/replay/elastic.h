// SPDX-License-Identifier: Apache-2.0
// A block that takes new beats while older ones are under way inside: a register, a pipeline. It is
// two threads with a channel between them that nobody sees: one takes a beat from each input, the
// other gives it to each output, and what is between is known from when each took and gave.
//
//   take k = max(its beats are there, take (k - 1) + interval, give (k - capacity) + room)
//   give k = max(take k + latency, give (k - 1) + 1), and then when it is taken
//
// or, where it stands still as a whole while a beat is not taken, a rigid channel (replay.h).
#pragma once

#include <optional>

#include "explain/replay/thread_visits.h"

namespace tapestry {

struct ElasticBlock {
    OperationThread reader, writer;
    OperationChannel inside;
    std::uint64_t wrong = 0;        // takes and gives that do not follow the law
    std::uint64_t most_inside = 0;  // beats under way at a time, with those that just leave
};

// `inside` is the index that its channel will have. Nothing when inputs, or outputs, do not move
// together, or more is given than was taken.
std::optional<ElasticBlock> elastic_block(const std::vector<ThreadEnd>& ends, std::uint32_t inside);

// The name of the channel inside a block.
std::string inside_of(const std::string& block);
bool is_inside(const OperationChannel& channel);

}  // namespace tapestry
