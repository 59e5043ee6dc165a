// SPDX-License-Identifier: Apache-2.0
// The positions of pragma signals in the elaborated design.
#pragma once

#include <vector>

#include "model/pragma.h"

namespace tapestry {

// Finds them and removes their drivers from the design, so that other findings do not depend on
// pragmas.
std::vector<PragmaSite> take_pragma_sites(Design& design, const std::vector<PragmaBlock>& blocks);

}  // namespace tapestry
