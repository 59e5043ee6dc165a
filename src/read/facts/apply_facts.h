// SPDX-License-Identifier: Apache-2.0
// Facts about sources, brought to the taps that they are about.
#pragma once

#include "base/diagnostics.h"
#include "model/source_facts.h"
#include "model/tap_map.h"

namespace tapestry {

// Gives taps and states the names, categories and sources that the facts have for them: first by
// path, module and signal, then by the line of the text where they stand. A name or a category that
// somebody has given already stays. A category that there is not is reported once for each place.
void apply_facts(const SourceFacts& facts, TapMap& map, Diagnostics& diagnostics);

}  // namespace tapestry
