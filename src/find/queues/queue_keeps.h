// SPDX-License-Identifier: Apache-2.0
// Checks that a module that looks like a queue is one: it stores entries itself, and its occupancy
// is pushes minus pops.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "find/module/module_cycle.h"
#include "find/module/subject.h"
#include "find/queues/circular_buffer.h"

namespace tapestry {

// A module that contains queues and stores nothing itself: the inner queues are the findings.
bool is_wrapper(const Subject& on);

// Why the occupancy may differ from pushes minus pops; empty if nothing indicates that.
std::string why_lossy(const Subject& on, const CircularBuffers& buffers);
// The same reason for a pointer that is loaded from the register `from`.
std::string set_back_text(const Subject& on, VarId from);

// True if every beat of `in` without a simultaneous beat of `out` advances the write pointer of a
// buffer.
bool keeps_all(const Subject& on, const CircularBuffers& buffers, const Finding& in,
               const Finding& out);

// True if an output, or a part of one, is a copy of what came in before. `counting` are the
// registers that tell how much is inside, `strobes` inputs that carry no data.
bool passes_data(const Subject& on, ModuleCycle& cycle,
                 const std::set<ModuleCycle::Signal>& counting, const std::vector<VarId>& strobes);

}  // namespace tapestry
