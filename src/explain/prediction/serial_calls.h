// SPDX-License-Identifier: Apache-2.0
// A callee whose caller does nothing but wait for it is part of the caller's own time: the caller
// stays in one state for as long as the call takes, whenever it calls.
#pragma once

#include <functional>
#include <optional>

#include "explain/prediction/run_summary.h"

namespace tapestry {

struct SerialCaller {
    std::size_t block = 0;  // of the summary
    std::size_t state = 0;  // of its machine, in which it waits
    double cycles = 0;      // that it waits, of its own clock
};

// The caller of block `b`; none if its calls overlap with anything that the caller does.
std::optional<SerialCaller> serial_caller_of(const Run& run, const RunSummary& summary,
                                             std::size_t b);

// The nearest of the block's callers, and their callers, of which `is_wanted` is true of the path.
std::optional<SerialCaller> serial_caller_that(
    const Run& run, const RunSummary& summary, std::size_t b,
    const std::function<bool(const std::string& path)>& is_wanted);

// Whether nothing runs beside the callers of these blocks: what a block takes longer, the run
// takes longer.
bool runs_alone(const Run& run, const RunSummary& summary, const std::vector<std::size_t>& blocks);

}  // namespace tapestry
