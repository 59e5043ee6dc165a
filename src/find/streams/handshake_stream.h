// SPDX-License-Identifier: Apache-2.0
// Streams by the names of their signals: a valid and a ready (single bits, vectors or arrays of
// them) whose ports point in opposite directions, or that are driven from different sides.
#pragma once

#include "find/module/sibling_names.h"
#include "find/module/subject.h"

namespace tapestry {

// Takes or rejects the stream, or the vector of streams, whose valid is `v`, if `v` is one.
void find_handshakes(const Subject& on, const SiblingNames& names, VarId v);

}  // namespace tapestry
