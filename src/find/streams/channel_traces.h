// SPDX-License-Identifier: Apache-2.0
// For `--record`: a trace of the handshake of every stream, from which operations are made that can
// be replayed (predict/operations_of.h).
#pragma once

#include "model/finding.h"

namespace tapestry {

void add_channel_traces(Findings& findings);

}  // namespace tapestry
