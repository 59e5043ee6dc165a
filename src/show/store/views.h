// SPDX-License-Identifier: Apache-2.0
// The public views of a run: the contract with all readers of run files. This table defines the SQL
// views in the file, docs/views.md and the row types of the page.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

// The type of the cells of a column; maybe_…: may be NULL.
enum class ColumnType {
    index,  // a small number that identifies a tap, a bin, a step
    count,  // up to 2^63-1
    maybe_count,
    real,  // a fraction or a mean, NULL if the divisor is 0
    text,
    maybe_text,
};

struct ViewColumn {
    std::string name;
    std::string sql;      // its expression
    std::string meaning;  // a clause for the manual
    ColumnType type = ColumnType::maybe_text;
};

struct View {
    std::string name;
    std::string meaning;  // the meaning of one row
    std::string from;     // the FROM clause and the rest of the SELECT
    std::string order;    // the natural order of its rows, for complete listings
    std::vector<ViewColumn> columns;
};

// In the order of docs/views.md.
const std::vector<View>& views();

// Its SELECT, and its CREATE VIEW statement.
std::string select_of(const View& view);
std::string create_view(const View& view);

// The text of docs/views.md.
std::string views_markdown();

// The text of web/src/contract/rows.ts: a type for the row of each view.
std::string views_typescript();
// The text of web/src/base/categories.ts.
std::string categories_typescript();
// The text of web/src/base/measures.ts.
std::string measures_typescript();

}  // namespace tapestry
