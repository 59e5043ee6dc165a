// SPDX-License-Identifier: Apache-2.0
// Whether a woven text is the original plus nothing but whole insertions of the weaver
// (inserted_text.h) at places that the structure of the original has for them (item_places.h).
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "weave/compare/compared_tokens.h"
#include "weave/compare/item_places.h"

namespace tapestry {

struct TextDifference {
    std::size_t line = 0;  // of the woven text
    std::string what;
};

// Connections by position that were added to an instance: they are those of the added ports only if
// the instance had one for each port of before.
struct AddedConnections {
    std::string module;      // of the instance
    std::size_t before = 0;  // connections of the original
    std::size_t added = 0;
    std::size_t line = 0;  // of the woven text
};

struct TextComparison {
    std::optional<TextDifference> difference;                 // the first one
    std::vector<AddedConnections> connections;                // by position
    std::map<std::string, std::size_t> added_ports;           // of each module
    std::set<std::pair<std::string, std::string>> instances;  // added: module it is in, name
};

struct ComparedText {
    std::vector<ComparedToken> tokens;
    ItemPlaces places;
};
ComparedText compared_text(std::string_view original);

// `theirs`: names of the original design that begin with tapestry_.
TextComparison compare_text(const ComparedText& original, const std::vector<ComparedToken>& woven,
                            const std::set<std::string>& theirs);

}  // namespace tapestry
