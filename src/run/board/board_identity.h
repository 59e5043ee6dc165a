// SPDX-License-Identifier: Apache-2.0
// Checks that a board is the one that a tap map describes, from what each place reports.
#pragma once

#include "base/diagnostics.h"
#include "model/tap_map.h"
#include "run/board/collector.h"

namespace tapestry {

using PlaceIdentities = std::vector<std::optional<PlaceIdentity>>;

bool all_identified(const PlaceIdentities& identities);

// False, with a diagnostic, if it is another board.
bool is_expected(const Hello& hello, const TapMap& map, Diagnostics& diagnostics);
// The same for each place that has reported its identity.
bool identities_fit(const PlaceIdentities& identities, const TapMap& map, Diagnostics& diagnostics);

}  // namespace tapestry
