// SPDX-License-Identifier: Apache-2.0
// What a query gives: rows of cells, and how a cell reads as a number, as text, in JSON and in CSV.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tapestry {

// NULL, INTEGER, REAL or TEXT.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;
using Row = std::vector<Cell>;

struct Table {
    std::vector<std::string> columns;
    std::vector<Row> rows;
};

inline bool is_null(const Cell& cell) { return std::holds_alternative<std::monostate>(cell); }

// Cells hold whatever the file holds; what does not fit reads as 0 or "".
std::int64_t integer(const Cell& cell);
double real(const Cell& cell);
std::string text(const Cell& cell);

// A JSON string with its quotes. Bytes that are no UTF-8 are replaced.
std::string json_string(std::string_view text);
// A JSON value; what JSON cannot hold (NULL, infinity) is null.
std::string json_value(const Cell& cell);

// One field of RFC 4180; NULL is empty, an empty text is "".
std::string csv_field(const Cell& cell);

}  // namespace tapestry
