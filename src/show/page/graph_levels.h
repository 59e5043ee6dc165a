// SPDX-License-Identifier: Apache-2.0
// Splits a design of many blocks into drawings that a person can read: one of the whole design, in
// which an instance and everything below it is one box, and one of the contents of each such box.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace tapestry {

struct GraphNode {
    std::string id;
    std::string kind = "part";  // machine, queue, part, outside, group
    std::set<std::string> members;
    std::size_t machines = 0;  // of all members
    bool is_nameless = false;  // outside the design, known only by its channel
};

// The contents of one drawing.
struct GraphLevel {
    std::string id;  // the instance whose contents it shows; empty: the whole design
    std::vector<GraphNode> nodes;
    // Edges (from, to) and the channels that each stands for; "" where no channel is known.
    std::map<std::pair<std::size_t, std::size_t>, std::set<std::string>> lines;
};

// A drawing has about `most` nodes. The first level is the whole design, and the only one if that
// fits. An edge that leaves a level ends at a node of kind outside, named after its destination.
std::vector<GraphLevel> levels_of(GraphLevel all, std::size_t most);

}  // namespace tapestry
