// SPDX-License-Identifier: Apache-2.0
// The rows of any query as CSV (RFC 4180) and JSON.
#pragma once

#include <string>
#include <vector>

#include "show/store/cell.h"

namespace tapestry {

// Row by row, for results of any size.
std::string csv_header(const std::vector<std::string>& columns);
std::string csv_row(const Row& row);

// An object, members in the order of the columns.
std::string json_row(const std::vector<std::string>& columns, const Row& row);

}  // namespace tapestry
