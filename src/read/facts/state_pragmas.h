// SPDX-License-Identifier: Apache-2.0
// Categories that the source names: a comment `// tapestry: wait_recv` in the line of a state's
// case label, or of its declaration where it has no label.
#pragma once

#include "model/source_facts.h"
#include "model/tap_map.h"

namespace tapestry {

// What comments say in the files that hold the states of the map. The categories are as they are
// written: a comment may say anything.
SourceFacts facts_of_comments(const TapMap& map);

}  // namespace tapestry
