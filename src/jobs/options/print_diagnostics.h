// SPDX-License-Identifier: Apache-2.0
// Diagnostics as the user reads them, on the stream for messages.
#pragma once

#include "base/diagnostics.h"

namespace tapestry {

// A hint stands once, below the first message that has it.
void print(const Diagnostics& diagnostics);

}  // namespace tapestry
