// SPDX-License-Identifier: Apache-2.0
// Where the signals of pragmas are in the elaborated design.
#pragma once

#include <vector>

#include "model/pragma.h"

namespace tapestry {

// Finds them, and takes everything out of the design that drives them, so that what else is found
// in it does not depend on pragmas.
std::vector<PragmaSite> take_pragma_sites(Design& design, const std::vector<PragmaBlock>& blocks);

}  // namespace tapestry
