// SPDX-License-Identifier: Apache-2.0
// Runs of format 2, made by version 0.1.0. It did not store the tap map, places, clock rates and
// more, so that these runs can be viewed and compared but not analysed again.
#pragma once

#include "show/store/schema.h"

namespace tapestry {

inline constexpr int kFormat2 = 2;

// Its tables, exactly as SQLite remembers them.
std::vector<SchemaObject> format_2_tables();

// Current tables as SELECTs over the tables of format 2, which are spelled RAW.raw_NAME. Tables
// that are not listed are the same in both formats.
std::vector<SchemaObject> format_2_made();

}  // namespace tapestry
