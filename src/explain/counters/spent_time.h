// SPDX-License-Identifier: Apache-2.0
// What threads of software do while they do not wait.
#pragma once

#include <optional>
#include <string>

#include "model/run.h"
#include "model/verdict.h"

namespace tapestry {

// The state in which the thread at a path, or all threads of a folded path, spend the most time
// without waiting; an empty state: outside all states. It is a call of MPI where these take more
// than all else that is no wait, and else none. Nothing for threads that only wait, and for
// hardware.
std::optional<SpentTime> spent_time(const Run& run, const std::string& path);

}  // namespace tapestry
