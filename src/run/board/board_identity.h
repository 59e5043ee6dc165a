// SPDX-License-Identifier: Apache-2.0
// Whether a board is the one that a tap map describes: what it says of itself, place by place.
#pragma once

#include "base/diagnostics.h"
#include "model/tap_map.h"
#include "run/board/collector.h"

namespace tapestry {

using PlaceIdentities = std::vector<std::optional<PlaceIdentity>>;

bool all_identified(const PlaceIdentities& identities);

// False, and said so, when it is another board.
bool is_expected(const Hello& hello, const TapMap& map, Diagnostics& diagnostics);
// The same of each place that has said anything.
bool identities_fit(const PlaceIdentities& identities, const TapMap& map, Diagnostics& diagnostics);

}  // namespace tapestry
