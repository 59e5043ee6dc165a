// SPDX-License-Identifier: Apache-2.0
// The library of named queries, for `tapestry query --named` and docs/queries.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

struct NamedQuery {
    std::string_view name;
    std::string_view answers;  // the question it answers
    std::string_view sql;  // over the views of one run, or of several told apart by column `run`
};

// In the order of docs/queries.md.
const std::vector<NamedQuery>& named_queries();

// nullptr if there is none of that name.
const NamedQuery* find_named_query(std::string_view name);

// The text of docs/queries.md.
std::string queries_markdown();

}  // namespace tapestry
