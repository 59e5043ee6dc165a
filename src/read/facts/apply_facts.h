// SPDX-License-Identifier: Apache-2.0
// Applies source facts to the taps that they describe.
#pragma once

#include "base/diagnostics.h"
#include "model/source_facts.h"
#include "model/tap_map.h"

namespace tapestry {

// Sets the names, categories and sources of taps and states from the facts: first by path, module
// and signal, then by source line. Names and categories that are already set stay. An unknown
// category is reported once per place.
void apply_facts(const SourceFacts& facts, TapMap& map, Diagnostics& diagnostics);

}  // namespace tapestry
