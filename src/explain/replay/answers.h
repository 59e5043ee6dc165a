// SPDX-License-Identifier: Apache-2.0
// A testbench that waits for answers: an outside source that has at most so many beats without an
// answer, which comes out of the design at an outside sink. Beat n is offered
//
//   not before answer (n - most) + room, and then at once
//
// This is a queue of `most` entries from the source to the sink.
#pragma once

#include <optional>

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

// Makes the pauses of the source waits for entries of `inside`, the index of a channel that has
// the law's capacity and room.
void wait_for_answers(std::uint32_t inside, OperationThread& source, OperationThread& sink);

}  // namespace tapestry
