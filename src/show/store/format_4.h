// SPDX-License-Identifier: Apache-2.0
// Runs of format 4, in which what a bottleneck or an advice saves is part of a sentence only. They
// have everything else, and can be analysed again.
#pragma once

#include "show/store/schema.h"

namespace tapestry {

inline constexpr int kFormat4 = 4;

// Whether an experiment compares beats, by what its reason ends with there.
inline constexpr const char* kOldByBeats = "reason LIKE '%more beats in the same time'";

// Its tables, exactly as SQLite remembers them.
std::vector<SchemaObject> format_4_tables();

// Current tables that are missing or different in format 4, as SELECTs over its tables, which are
// spelled RAW.raw_NAME.
std::vector<SchemaObject> format_4_made();

}  // namespace tapestry
