// SPDX-License-Identifier: Apache-2.0
// A design of many blocks as drawings that a person can read: one of the whole, in which instances
// with everything below them are one box, and one of the inside of each such box.
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
    bool is_nameless = false;  // an end outside of which only its channel is known
};

// What one drawing shows.
struct GraphLevel {
    std::string id;  // the instance whose inside it is; empty: the whole design
    std::vector<GraphNode> nodes;
    // The ends of a line, and the channels that it stands for; "" where none is known.
    std::map<std::pair<std::size_t, std::size_t>, std::set<std::string>> lines;
};

// `most`: nodes of a drawing. The first level is the whole; a design that fits has only that one.
// What leads out of a level ends at a node of kind outside that is named after where it leads.
std::vector<GraphLevel> levels_of(GraphLevel all, std::size_t most);

}  // namespace tapestry
