// SPDX-License-Identifier: Apache-2.0
// Makes the names of findings unique: `data_valid_i` and `data_valid_o` of one module are two
// streams called `data`.
#pragma once

#include <vector>

#include "model/finding.h"

namespace tapestry {

// Handshakes of one scope with equal names and different nets become `data_in` and `data_out`, by
// the directions of their ports; if that is not enough, they are named after their valid signals.
void give_distinct_names(const Design& design, std::vector<Finding>& findings);

}  // namespace tapestry
