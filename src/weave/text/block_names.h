// SPDX-License-Identifier: Apache-2.0
// Gives unnamed generate blocks the names that the language standard defines. Icarus numbers them
// differently, which would make its paths ambiguous.
#pragma once

#include "weave/text/file_weaver.h"
#include "weave/text/module_structure.h"

namespace tapestry {

void name_blocks(FileWeaver& file, const StructureBody& body);

}  // namespace tapestry
