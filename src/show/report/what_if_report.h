// SPDX-License-Identifier: Apache-2.0
// The what-if table as JSON for the page. Names are written once, and rows of an answer begin with
// the number of a name:
//   blocks   [path, measured_cycles, measured_wait]       answer: [name, cycles, wait]
//   states   [path, state, category, measured_cycles]     answer: [name, cycles]
//   streams  path                                         answer: [name, transfer, blocked, ...]
// Cycles are rounded.
#pragma once

#include <string>

#include "model/prediction.h"

namespace tapestry {

// Empty if the table is.
std::string what_if_json(const WhatIfTable& table);

}  // namespace tapestry
