// SPDX-License-Identifier: Apache-2.0
// In which order advice is given, and what is not worth giving.
#pragma once

#include "model/analysis.h"

namespace tapestry {

// What could bring most first, advice without a bound last; what would save too little time to be
// worth a line goes.
void order_advice(std::vector<Advice>& advice);

}  // namespace tapestry
