// SPDX-License-Identifier: Apache-2.0
// JSON that JavaScript reads without loss: its numbers are exact up to 2^53 only, so that a larger
// integer is written as text.
#pragma once

#include <string>
#include <vector>

#include "show/store/cell.h"

namespace tapestry {

std::string json_cell(const Cell& cell);

// "[a,b]" of what is JSON already.
std::string json_array(const std::vector<std::string>& items);

// The values of one column. A text that repeats is written once:
// {"words":[…],"at":[…]} with null for NULL; else a plain array.
std::string json_column(const std::vector<Cell>& cells);

}  // namespace tapestry
