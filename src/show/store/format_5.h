// SPDX-License-Identifier: Apache-2.0
// Runs of format 5, in which the states of threads do not know what encloses them. They have
// everything else, and can be analysed again.
#pragma once

#include "show/store/schema.h"

namespace tapestry {

inline constexpr int kFormat5 = 5;

// Its tables, exactly as SQLite remembers them.
std::vector<SchemaObject> format_5_tables();

// Current tables that are missing or different in format 5, as SELECTs over its tables, which are
// spelled RAW.raw_NAME.
std::vector<SchemaObject> format_5_made();

}  // namespace tapestry
