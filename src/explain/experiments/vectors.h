// SPDX-License-Identifier: Apache-2.0
// Variables as plain vectors, which can be joined into one.
#pragma once

#include <string>
#include <vector>

#include "model/design.h"

namespace tapestry {

// A variable itself, or the elements of an array; nothing when there are too many.
std::vector<std::string> vectors_of(const Design& design, TypeId type, const std::string& name);

// Of all elements together.
std::uint32_t bits_of(const Design& design, TypeId type);

}  // namespace tapestry
