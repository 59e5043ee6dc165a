// SPDX-License-Identifier: Apache-2.0
// Runs of format 3, which knew no lines of calls of MPI. They hold all else that today's do, and
// can be analysed again.
#pragma once

#include "show/store/schema.h"

namespace tapestry {

inline constexpr int kFormat3 = 3;

// Its tables, exactly as SQLite remembers them.
std::vector<SchemaObject> format_3_tables();

// Today's tables that it does not have, or has otherwise, each as a SELECT over those of the
// format, which are written RAW.raw_NAME.
std::vector<SchemaObject> format_3_made();

}  // namespace tapestry
