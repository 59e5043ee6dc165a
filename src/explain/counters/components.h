// SPDX-License-Identifier: Apache-2.0
// Strongly connected components of a graph, without recursion: graphs here can be very deep.
#pragma once

#include <cstddef>
#include <vector>

namespace tapestry {

using Adjacency = std::vector<std::vector<std::size_t>>;  // successors of each node

// Each component with its nodes ascending; a component comes before those that lead to it.
std::vector<std::vector<std::size_t>> components(const Adjacency& next);

}  // namespace tapestry
