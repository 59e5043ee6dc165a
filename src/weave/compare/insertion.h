// SPDX-License-Identifier: Apache-2.0
// What weaving for a link inserts, as a reader of the woven text recognises it: instances of
// modules of the tap library, nets, ports and connections that are called tapestry_…, and what
// assigns these. Such text reads the design and can drive nothing of it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "weave/compare/compared_tokens.h"

namespace tapestry {

struct InsertionPlace {
    const std::vector<ComparedToken>& woven;
    std::size_t at = 0;
    std::string next;                     // the next token of the original; empty at its end
    const std::set<std::string>& theirs;  // names of the original that begin like ours
};

// How many tokens at that place are such an insertion; 0: none.
std::size_t insertion_size(const InsertionPlace& place);

}  // namespace tapestry
