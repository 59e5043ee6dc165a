// SPDX-License-Identifier: Apache-2.0
// The rows of any query, aligned for people to read; store/row_text.h writes CSV and JSON.
#pragma once

#include <string>
#include <string_view>

#include "show/report/report.h"
#include "show/store/cell.h"
#include "show/store/row_text.h"

namespace tapestry {

// A header line, then a line per row; numbers are right-aligned. Fractions have up to six digits.
std::string aligned_text(const Table& table, const ReportStyle& style);

}  // namespace tapestry
