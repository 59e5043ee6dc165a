// SPDX-License-Identifier: Apache-2.0
// The rows of any query, aligned for people; store/row_text.h has them for machines.
#pragma once

#include <string>
#include <string_view>

#include "show/report/report.h"
#include "show/store/cell.h"
#include "show/store/row_text.h"

namespace tapestry {

// A row of headers and a line a row; numbers at the right. Fractions have up to six digits.
std::string aligned_text(const Table& table, const ReportStyle& style);

}  // namespace tapestry
