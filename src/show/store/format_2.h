// SPDX-License-Identifier: Apache-2.0
// Runs of format 2, as version 0.1.0 made them. What it did not store yet, the tap map, places and
// rates of clocks among it, is not known of them, so that they can be looked at and compared but
// not be analysed again.
#pragma once

#include "show/store/schema.h"

namespace tapestry {

inline constexpr int kFormat2 = 2;

// Its tables, exactly as SQLite remembers them.
std::vector<SchemaObject> format_2_tables();

// Today's table of that name as a SELECT over those of format 2, which are written RAW.raw_NAME.
// Tables that it does not list are the same in both.
std::vector<SchemaObject> format_2_made();

}  // namespace tapestry
