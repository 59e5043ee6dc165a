// SPDX-License-Identifier: Apache-2.0
// What makes a SQLite file a run: two numbers in its header, the tables, and the views over them.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

// raw_taps.protocol of a machine over states that pragmas name.
inline constexpr const char* kPragmaProtocol = "pragmas";

inline constexpr int kApplicationId = 0x54415044;  // "TAPD"
// Goes up whenever a table changes; the tables of the version before then get a file of their own
// (format_3.h), so that its runs can still be read. Views may change at any time: those of the file
// are for others, a query of ours brings its own.
inline constexpr int kUserVersion = 4;

struct SchemaObject {
    std::string name;
    std::string sql;  // exactly as SQLite remembers it
};

// The tables alone.
std::vector<SchemaObject> raw_tables();
// The tables, whose names begin with `raw_` and which are nobody else's business, then the views.
std::vector<SchemaObject> schema_objects();

}  // namespace tapestry
