// SPDX-License-Identifier: Apache-2.0
// Where weaving may insert into a Verilog text. The places follow from the structure of the
// original: modules, their items, generate constructs and instances. So an edit cannot make a
// place, and nothing that is inserted at one can join or divide what was there.
//
// Every alternative of conditional compilation is read: an `ifdef group is a list of whole items
// or a part of one item, the same in each of its branches. A module in which anything else is seen
// has no places.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "weave/compare/compared_tokens.h"

namespace tapestry {

// The end of a list of ports, or of the connections of an instance.
struct ListPlace {
    std::string module;   // whose ports they are
    bool header = false;  // of a module, not of an instance
    bool named = false;   // connections by name, or ports with their directions
    bool hidden = false;  // a macro or directive is in it: how long it is cannot be told
    std::size_t elements = 0;
};

// All positions are in front of a token.
struct ItemPlaces {
    std::set<std::size_t> items;                 // a module item may begin here
    std::map<std::size_t, ListPlace> lists;      // by their closing parenthesis
    std::map<std::size_t, std::string> headers;  // `;` of the modules without a port list
    std::map<std::size_t, std::size_t> singles;  // bodies of generate constructs without `begin`:
                                                 // from, to
    std::map<std::size_t, int> open_ifs;         // behind generate ifs without else, how many
    std::set<std::size_t> open_cases;            // `endcase` of generate cases without default
};

ItemPlaces item_places(const std::vector<ComparedToken>& original);

}  // namespace tapestry
