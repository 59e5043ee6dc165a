// SPDX-License-Identifier: Apache-2.0
// A finding at one instance of its module, and the names it is written with.
#pragma once

#include <string>

#include "base/path_name.h"
#include "model/finding.h"
#include "weave/plan/hierarchy.h"

namespace tapestry {

struct Spot {
    NodeId node = kNone;
    const Finding* finding = nullptr;
};

// The nets of the finding's handshake.
inline Net valid_net(const Design& design, const Spot& spot) {
    return {spot.node, valid_net(design, *spot.finding)};
}
inline Net ready_net(const Design& design, const Spot& spot) {
    return {spot.node, ready_net(design, *spot.finding)};
}

// An escaped identifier without its backslash and space.
inline std::string plain(std::string name) {
    if (!name.empty() && name[0] == '\\') name.erase(0, 1);
    while (!name.empty() && name.back() == ' ') name.pop_back();
    return name;
}

// Hierarchical names of a finding at its instance: of its block, of itself.
inline std::string scope_of(const Hierarchy& hierarchy, const Spot& spot) {
    return joined(hierarchy.nodes()[spot.node].path, spot.finding->scope);
}
inline std::string path_of(const Hierarchy& hierarchy, const Spot& spot) {
    return joined(scope_of(hierarchy, spot), plain(spot.finding->name));
}

// The file of a place; "" when it has none.
inline std::string file_of(const Design& design, const SourcePlace& place) {
    return place.file == kNone ? "" : design.files[place.file];
}

}  // namespace tapestry
