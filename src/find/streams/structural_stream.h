// SPDX-License-Identifier: Apache-2.0
// Streams recognised by the behaviour of their signals, whatever their names (handshake_rules.h).
// Names give the protocol, and the offering side if the data do not; at the ports of the top, where
// one side is outside, they decide whether it is a handshake at all.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void find_structural_streams(const Subject& on);

}  // namespace tapestry
