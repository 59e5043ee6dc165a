// SPDX-License-Identifier: Apache-2.0
// A block that takes new beats while older ones are in flight inside: a register slice, a pipeline.
// It becomes two threads with a hidden channel between them. One takes a beat from each input, the
// other gives it to each output; the channel follows from the times of both.
//
//   take k = max(its beats are there, take (k - 1) + interval, give (k - capacity) + room)
//   give k = max(take k + latency, give (k - 1) + 1), and then when it is taken
//
// A block that stalls as a whole while its output is blocked gets a rigid channel (replay.h).
#pragma once

#include <optional>

#include "explain/replay/thread_visits.h"

namespace tapestry {

struct ElasticBlock {
    OperationThread reader, writer;
    OperationChannel inside;
    std::uint64_t wrong = 0;        // takes and gives that do not follow the law
    std::uint64_t most_inside = 0;  // beats in flight at a time, with those that leave just then
};

// `inside` is the index that its channel will have. Nothing if the inputs, or the outputs, do not
// move together, or if more is given than was taken.
std::optional<ElasticBlock> elastic_block(const std::vector<ThreadEnd>& ends, std::uint32_t inside);

// The name of the channel inside a block.
std::string inside_of(const std::string& block);
bool is_inside(const OperationChannel& channel);

}  // namespace tapestry
