// SPDX-License-Identifier: Apache-2.0
// SQL functions for queries, in addition to those of SQLite. One table defines the functions and
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

// In the order of docs/queries.md.
std::vector<QueryFunction> query_functions();

void add_query_functions(Database& db);

}  // namespace tapestry
