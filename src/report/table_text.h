// SPDX-License-Identifier: Apache-2.0
// The rows of any query: aligned for people, CSV (RFC 4180) and JSON for machines.
#pragma once

#include <string>
#include <string_view>

#include "report/report.h"
#include "store/cell.h"

namespace tapestry {

// A row of headers and a line a row; numbers at the right. Fractions have up to six digits.
std::string aligned_text(const Table& table, const ReportStyle& style);

// Row by row, for answers of any size.
std::string csv_header(const std::vector<std::string>& columns);
std::string csv_row(const Row& row);

// An object, members in the order of the columns.
std::string json_row(const std::vector<std::string>& columns, const Row& row);

}  // namespace tapestry
