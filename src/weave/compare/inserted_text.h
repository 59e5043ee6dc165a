// SPDX-License-Identifier: Apache-2.0
// The grammar of the text that weaving for a link inserts: instances of modules of the tap library;
// nets, ports and connections whose names begin with tapestry_; and assignments to these. Such text
// reads the design and drives nothing of it. Where it may stand: item_places.h.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "weave/compare/compared_tokens.h"

namespace tapestry {

// A place in the woven text. Each function returns how many tokens from there form what it is
// called after; 0: they do not.
struct InsertionPlace {
    const std::vector<ComparedToken>& woven;
    std::size_t at = 0;
    const std::set<std::string>& theirs;  // names of the original that begin with tapestry_
};

// One whole module item.
std::size_t inserted_item(const InsertionPlace& place);
// Branches that only pass a net on: `else begin … end`, `default: begin … end`.
std::size_t inserted_else(const InsertionPlace& place);
std::size_t inserted_default(const InsertionPlace& place);
// The parenthesized port list of a module that has none.
std::size_t inserted_port_list(const InsertionPlace& place);

enum class ListElement { port, port_name, connection, net };
// Further elements at the end of a list, with the comma in front if it is not empty.
std::size_t inserted_elements(const InsertionPlace& place, ListElement kind, bool comma);

}  // namespace tapestry
