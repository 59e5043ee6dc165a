// SPDX-License-Identifier: Apache-2.0
// For tests: a made-up run of a small image filter, with at least one tap of every kind.
#pragma once

#include "model/run.h"

namespace tapestry {

Run sample_run();

}  // namespace tapestry
