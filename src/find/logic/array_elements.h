// SPDX-License-Identifier: Apache-2.0
// Elements of arrays that are registers of their own: an array of machines, `state[i]`, written and
// read in a loop, so that every index is a constant once the loop is unrolled. Each element becomes
// a variable, so that detectors find what it is as if it had a name of its own.
#pragma once

#include <optional>

#include "model/design.h"

namespace tapestry {

// The design with such arrays taken apart; nothing if it has none. Existing variables, expressions
// and assignments keep their indices. Arrays whose elements are never compared with constants, such
// as memories, are left alone.
std::optional<Design> with_elements_apart(const Design& design);

}  // namespace tapestry
