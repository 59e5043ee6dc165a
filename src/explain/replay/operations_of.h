// SPDX-License-Identifier: Apache-2.0
// The operations of a run, from the recorded handshakes of its streams. A thread is a block that
// streams begin or end at, or an outside end of one; a channel is a queue with a stream at each
// end, or a stream that joins two blocks directly.
#pragma once

#include "base/diagnostics.h"
#include "model/run.h"

namespace tapestry {

// Empty when nothing was recorded. Warns with recording_lacks of streams that cannot be replayed.
Operations operations_of(const Run& run, Diagnostics& diagnostics);

// The threads at the outside ends of a stream.
std::string outside_source(const std::string& stream);
std::string outside_sink(const std::string& stream);
// Whether a thread has such a name, of either end or of a sink: no block has.
bool is_outside_end(std::string_view thread);
bool is_outside_sink(std::string_view thread);

// Takes the recorded handshakes out of the run; what they say is in Run::operations.
void keep_operations(Run& run, Diagnostics& diagnostics);

}  // namespace tapestry
