// SPDX-License-Identifier: Apache-2.0
// The operations of a run, from the recorded handshakes of its streams. A thread is a block at
// which streams begin or end, or the outside end of a stream; a channel is a queue with a stream at
// each end, or a stream that joins two blocks directly.
#pragma once

#include "base/diagnostics.h"
#include "model/run.h"

namespace tapestry {

// Empty if nothing was recorded. Warns with recording_lacks about streams that cannot be replayed.
Operations operations_of(const Run& run, Diagnostics& diagnostics);

// The threads at the outside ends of a stream.
std::string outside_source(const std::string& stream);
std::string outside_sink(const std::string& stream);
// Whether a thread is an outside end, or an outside sink. No block has such a name.
bool is_outside_end(std::string_view thread);
bool is_outside_sink(std::string_view thread);

// Replaces the recorded handshakes of the run by Run::operations.
void keep_operations(Run& run, Diagnostics& diagnostics);

}  // namespace tapestry
