// SPDX-License-Identifier: Apache-2.0
// Functions that queries may use beside those of SQLite. The table makes both the functions and
// their part of docs/queries.md.
#pragma once

#include <string_view>
#include <vector>

namespace tapestry {

class Database;

struct QueryFunction {
    std::string_view name;
    std::string_view arguments;
    std::string_view meaning;
};

// In the order of the manual.
std::vector<QueryFunction> query_functions();

void add_query_functions(Database& db);

}  // namespace tapestry
