// SPDX-License-Identifier: Apache-2.0
// One tap of a run as text, for those who store taps one by one.
#pragma once

#include "model/tap_map.h"

namespace tapestry {

// As it stands in a tap map, on one line.
std::string to_json(const Tap& tap);

// Back, as number `index` of a run whose `map` has the clocks and the link. Fails with
// tap_map_malformed; `name` is the file's name, for messages.
Result<Tap> tap_from_json(std::string_view text, std::size_t index, const TapMap& map,
                          const std::string& name, Diagnostics& diagnostics);

}  // namespace tapestry
