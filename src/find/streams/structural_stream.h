// SPDX-License-Identifier: Apache-2.0
// Streams by what their signals do, whatever they are called (handshake_rules.h). Names tell the
// protocol, which side offers when the data do not, and at the edge of the design, where only one
// side is seen, that it is a handshake at all.
#pragma once

#include "find/module/subject.h"

namespace tapestry {

void find_structural_streams(const Subject& on);

}  // namespace tapestry
