// SPDX-License-Identifier: Apache-2.0
// The schema of a run file: two identifying numbers in the SQLite header, tables, and views.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

// raw_taps.protocol of a machine whose states are named by pragmas.
inline constexpr const char* kPragmaProtocol = "pragmas";

inline constexpr int kApplicationId = 0x54415044;  // "TAPD"
// Increases whenever a table changes; the tables of the previous format then get a file of their
// own (such as format_5.h), so that its runs can still be read. Views may change at any time: those
// in the file are for other programs, and our queries use temporary views.
inline constexpr int kUserVersion = 7;

struct SchemaObject {
    std::string name;
    std::string sql;  // exactly as in sqlite_schema
};

// The tables alone.
std::vector<SchemaObject> raw_tables();
// The tables, named `raw_…`, which are internal, then the public views.
std::vector<SchemaObject> schema_objects();

}  // namespace tapestry
