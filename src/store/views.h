// SPDX-License-Identifier: Apache-2.0
// The public views of a run: the contract with everyone who reads one. This table makes both the
// views in the file and docs/views.md.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

struct ViewColumn {
    std::string name;
    std::string sql;      // the expression behind it
    std::string meaning;  // a clause for the manual
};

struct View {
    std::string name;
    std::string meaning;  // what one row is
    std::string from;     // the FROM clause and what follows it
    std::string order;    // the natural order of its rows, for those who print them all
    std::vector<ViewColumn> columns;
};

// In the order of the manual.
const std::vector<View>& views();

// Its SELECT, and the statement that makes it in a file.
std::string select_of(const View& view);
std::string create_view(const View& view);

// The text of docs/views.md.
std::string views_markdown();

}  // namespace tapestry
