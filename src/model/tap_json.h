// SPDX-License-Identifier: Apache-2.0
// A single tap as text, for runs that store taps one by one.
#pragma once

#include "model/tap_map.h"

namespace tapestry {

// As in a tap map, on one line.
std::string to_json(const Tap& tap);

// The inverse, for tap number `index` of a run; `map` supplies the clocks and the link. Fails with
// tap_map_malformed; `name` is the file name for diagnostics.
Result<Tap> tap_from_json(std::string_view text, std::size_t index, const TapMap& map,
                          const std::string& name, Diagnostics& diagnostics);

}  // namespace tapestry
