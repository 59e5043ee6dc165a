// SPDX-License-Identifier: Apache-2.0
// Gives generate blocks without a name the one that the language gives them. Icarus numbers them
// otherwise, and then nobody would know what its paths mean.
#pragma once

#include "weave/text/file_weaver.h"
#include "weave/text/module_structure.h"

namespace tapestry {

void name_blocks(FileWeaver& file, const StructureBody& body);

}  // namespace tapestry
