// SPDX-License-Identifier: Apache-2.0
// JSON that JavaScript reads without loss: its numbers are exact only up to 2^53, so larger
// integers are written as strings.
#pragma once

#include <string>
#include <vector>

#include "show/store/cell.h"

namespace tapestry {

std::string json_cell(const Cell& cell);

// "[a,b]"; the items are JSON already.
std::string json_array(const std::vector<std::string>& items);

// The values of one column. A column of repeating texts is written as a dictionary and indices into
// it, {"words":[…],"at":[…]} with null for NULL; any other column as a plain array.
std::string json_column(const std::vector<Cell>& cells);

}  // namespace tapestry
