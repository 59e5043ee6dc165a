// SPDX-License-Identifier: Apache-2.0
// The flush of a queue: a condition other than the reset of its tap that sets a pointer to a
// constant. The pointers are registers of the module, or of its instances.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "find/module/subject.h"

namespace tapestry {

// The conditions as expressions of the module; nothing if one cannot be written so. `reset` is the
// reset of the tap.
std::optional<std::set<std::string>> flushes_of(const Subject& on, const std::set<VarId>& pointers,
                                                const std::string& reset);
// The same where the memory is elsewhere: for the counters of the module, and those of instances
// that keep, address or tell the state of the memory.
std::optional<std::set<std::string>> flushes_below(const Subject& on, const std::string& reset);

// True if the guards read the register itself, as those of a pointer that wraps to 0 do.
bool looks_at_itself(const Subject& on, const Assignment& a);

}  // namespace tapestry
