// SPDX-License-Identifier: Apache-2.0
// Categories in source comments: `// tapestry: wait_recv` on the line of a state's case label, or
// of its declaration if it has no label.
#pragma once

#include "model/source_facts.h"
#include "model/tap_map.h"

namespace tapestry {

// The facts from comments in the files of the map's states. Categories are not validated here: a
// comment may contain anything.
SourceFacts facts_of_comments(const TapMap& map);

}  // namespace tapestry
