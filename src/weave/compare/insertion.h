// SPDX-License-Identifier: Apache-2.0
// The grammar of the text that weaving for a link inserts: instances of modules of the tap library;
// nets, ports and connections whose names begin with tapestry_; and assignments to these. Such text
// reads the design and drives nothing of it.
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
    const std::set<std::string>& theirs;  // names of the original that begin with tapestry_
};

// The number of tokens at that place that form an insertion; 0: none.
std::size_t insertion_size(const InsertionPlace& place);

}  // namespace tapestry
