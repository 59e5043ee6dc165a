// SPDX-License-Identifier: Apache-2.0
// What makes a SQLite file a run: two numbers in its header, the tables, and the views over them.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

inline constexpr int kApplicationId = 0x54415044;  // "TAPD"
// Goes up whenever a table or a view changes.
inline constexpr int kUserVersion = 2;

struct SchemaObject {
    std::string name;
    std::string sql;  // exactly as SQLite remembers it
};

// The tables, whose names begin with `raw_` and which are nobody else's business, then the views.
std::vector<SchemaObject> schema_objects();

}  // namespace tapestry
