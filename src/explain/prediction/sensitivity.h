// SPDX-License-Identifier: Apache-2.0
// The saving of 1% less work in each block and state, of 1% more in each beat of a channel, and
// of one more entry in each queue.
#pragma once

#include "base/diagnostics.h"
#include "model/prediction.h"
#include "model/run.h"

namespace tapestry {

Sensitivities sensitivities_of(const Run& run);

}  // namespace tapestry
