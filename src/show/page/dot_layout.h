// SPDX-License-Identifier: Apache-2.0
// Graph layout by Graphviz, as a function on plain values: box sizes in, positions out. No name
// from a design is passed to Graphviz, so none can be taken for its markup.
#pragma once

#include <cstddef>
#include <vector>

namespace tapestry {

struct LayoutBox {
    double x = 0;  // upper left corner; y grows downward
    double y = 0;
    double width = 0;
    double height = 0;
};

struct LayoutEdge {
    std::size_t from = 0;
    std::size_t to = 0;
    std::vector<double> line;  // x, y of the start point, then three points per Bézier segment
};

struct LayoutCluster {
    std::size_t parent = 0;          // index of the enclosing cluster; its own index if none
    std::vector<std::size_t> nodes;  // its direct members
    LayoutBox box;
};

struct Layout {
    bool left_to_right = true;
    std::vector<LayoutBox> nodes;  // the caller sets width and height
    std::vector<LayoutEdge> edges;
    std::vector<LayoutCluster> clusters;  // parents before children
    double width = 0;
    double height = 0;
};

// Fills in the position of every node and cluster and the line of every edge.
void lay_out(Layout& layout);

// Wraps a drawing that is much wider than high into bands, like lines of text, so that a long
// pipeline stays readable, and one that is much higher than wide into columns. An edge between two
// bands becomes a curve from box to box; a cluster that spans bands loses its outline (width 0).
void wrap(Layout& layout);

}  // namespace tapestry
