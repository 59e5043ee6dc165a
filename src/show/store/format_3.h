// SPDX-License-Identifier: Apache-2.0
// Runs of format 3, which lacks the source lines of MPI calls. They have everything else, and can
// be analysed again.
#pragma once

#include "show/store/schema.h"

namespace tapestry {

inline constexpr int kFormat3 = 3;

// Its tables, exactly as SQLite remembers them.
std::vector<SchemaObject> format_3_tables();

// Tables of format 4 that are missing or different in format 3, as SELECTs over its tables, which
// are spelled RAW.raw_NAME.
std::vector<SchemaObject> format_3_made();

}  // namespace tapestry
