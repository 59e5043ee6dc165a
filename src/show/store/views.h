// SPDX-License-Identifier: Apache-2.0
// The public views of a run: the contract with everyone who reads one. This table makes the
// views in the file, docs/views.md and the row types of the page.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

// What a cell of a column can be; maybe_: NULL too.
enum class ColumnType {
    index,  // a small number: of a tap, a bin, a step
    count,  // up to 2^63-1
    maybe_count,
    real,  // a fraction or a mean, NULL where there is nothing to divide
    text,
    maybe_text,
};

struct ViewColumn {
    std::string name;
    std::string sql;      // the expression behind it
    std::string meaning;  // a clause for the manual
    ColumnType type = ColumnType::maybe_text;
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

// The text of web/src/contract/rows.ts: a type for the row of each view.
std::string views_typescript();
// The text of web/src/base/categories.ts.
std::string categories_typescript();
// The text of web/src/base/measures.ts.
std::string measures_typescript();

}  // namespace tapestry
