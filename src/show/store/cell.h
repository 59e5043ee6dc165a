// SPDX-License-Identifier: Apache-2.0
// The result of a query: rows of cells, and conversions of a cell to number, text, JSON and CSV.
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

// A file may have any type in any cell; a cell of another type reads as 0 or "".
std::int64_t integer(const Cell& cell);
double real(const Cell& cell);
std::string text(const Cell& cell);

// A JSON string with its quotes. Invalid UTF-8 is replaced.
std::string json_string(std::string_view text);
// A JSON value; NULL and infinity become null.
std::string json_value(const Cell& cell);

// One field of RFC 4180; NULL is an empty field, an empty text is "".
std::string csv_field(const Cell& cell);

}  // namespace tapestry
