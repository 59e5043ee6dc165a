// SPDX-License-Identifier: Apache-2.0
// For `--record`: a trace of every stream's handshake, from which replayable operations are derived
// (predict/operations_of.h).
#pragma once

#include "model/finding.h"

namespace tapestry {

void add_channel_traces(Findings& findings);

}  // namespace tapestry
