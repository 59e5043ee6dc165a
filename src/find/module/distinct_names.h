// SPDX-License-Identifier: Apache-2.0
// Findings by names that tell them apart: `data_valid_i` and `data_valid_o` of one module are two
// streams called `data`.
#pragma once

#include <vector>

#include "model/finding.h"

namespace tapestry {

// Handshakes of one scope with the same name and different nets become `data_in` and `data_out`,
// by the directions of their ports; where that is not enough, they have the names of their valid
// signals.
void give_distinct_names(const Design& design, std::vector<Finding>& findings);

}  // namespace tapestry
