// SPDX-License-Identifier: Apache-2.0
// Runs of format 6, which have no counters of the processor. They have everything else, and can be
// analysed again.
#pragma once

#include "show/store/schema.h"

namespace tapestry {

inline constexpr int kFormat6 = 6;

// Its tables, exactly as SQLite remembers them.
std::vector<SchemaObject> format_6_tables();

// Current tables that are missing in format 6, as SELECTs.
std::vector<SchemaObject> format_6_made();

}  // namespace tapestry
