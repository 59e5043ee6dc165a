// SPDX-License-Identifier: Apache-2.0
// Graphviz, behind values: sizes go in, places come out. No name of a design reaches it.
#pragma once

#include <cstddef>
#include <vector>

namespace tapestry {

struct LayoutBox {
    double x = 0;  // left upper corner; y grows downward
    double y = 0;
    double width = 0;
    double height = 0;
};

struct LayoutEdge {
    std::size_t from = 0;
    std::size_t to = 0;
    std::vector<double> line;  // x, y of a start point, then three points a Bézier curve
};

struct LayoutCluster {
    std::size_t parent = 0;          // index of the cluster around it; its own index: none
    std::vector<std::size_t> nodes;  // those directly in it
    LayoutBox box;
};

struct Layout {
    bool left_to_right = true;
    std::vector<LayoutBox> nodes;  // width and height are wishes
    std::vector<LayoutEdge> edges;
    std::vector<LayoutCluster> clusters;  // parents before children
    double width = 0;
    double height = 0;
};

// Fills in every place.
void lay_out(Layout& layout);

// Cuts a drawing that is much wider than high into bands, one below the other, as lines of text
// are: a pipeline of many blocks is readable then. Lines between bands become curves from box to
// box; a cluster that is cut loses its box (width 0).
void fold_into_bands(Layout& layout);

}  // namespace tapestry
