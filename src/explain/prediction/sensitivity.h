// SPDX-License-Identifier: Apache-2.0
// What 1 % less work of each block and of each of its states, 1 % more in each beat of a channel,
// or one place more in each queue, would bring in all.
#pragma once

#include "base/diagnostics.h"
#include "model/prediction.h"
#include "model/run.h"

namespace tapestry {

Sensitivities sensitivities_of(const Run& run);

}  // namespace tapestry
