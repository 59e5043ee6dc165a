// SPDX-License-Identifier: Apache-2.0
// A testbench that waits for answers: an outside source that has at most so many beats without an
// answer, which comes out of the design at an outside sink. Beat n is offered
//
//   not before answer (n - most) + room, and then at once
//
// This is a queue of `most` entries from the source to the sink. Or one that sends batches: it
// offers the first beat of the next one a while after the last answer of the one before. This is a
// queue from the sink to the source, with an entry for each batch.
#pragma once

#include <optional>
#include <vector>

#include "explain/replay/handshakes.h"
#include "model/operations.h"

namespace tapestry {

struct AnswerLaw {
    std::uint64_t most = 0;
    std::uint64_t room = 0;
};

// The law, if it explains the length of every pause of the source, and there were several.
std::optional<AnswerLaw> find_answer_law(const RecordedHandshake& source,
                                         const RecordedHandshake& sink);

struct BatchLaw {
    std::vector<std::size_t> first;  // beats that begin a batch, but for the first of all
    std::uint64_t think = 0;         // cycles from the last answer to the next offer
};

// The law, if every pause of the source ends as long after the answer to the beat before, though
// the answers themselves take longer at times.
std::optional<BatchLaw> find_batch_law(const RecordedHandshake& source,
                                       const RecordedHandshake& sink);

// Makes the source wait for an entry of `inside` before each batch, which the sink puts there with
// the last answer. False if the threads do not move one beat in each visit.
bool wait_for_batches(const BatchLaw& law, std::uint32_t inside, OperationThread& source,
                      OperationThread& sink);

// Makes the pauses of the source waits for entries of `inside`, the index of a channel that has
// the law's capacity and room.
void wait_for_answers(std::uint32_t inside, OperationThread& source, OperationThread& sink);

}  // namespace tapestry
