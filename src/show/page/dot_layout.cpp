// SPDX-License-Identifier: Apache-2.0
#include "show/page/dot_layout.h"

#include <fmt/format.h>
#include <graphviz/gvc.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "base/check.h"

namespace tapestry {

namespace {

constexpr double kPointsAnInch = 72;
// Above this many nodes, edges are straight and less time is spent on reducing crossings.
constexpr std::size_t kManyNodes = 250;

struct FreeContext {
    void operator()(GVC_t* context) const { gvFreeContext(context); }
};

// The Graphviz API takes char* but does not write through it.
char* dot_text(const std::string& s) { return const_cast<char*>(s.c_str()); }

void set(void* object, const char* name, const std::string& value) {
    agsafeset(object, dot_text(name), dot_text(value), dot_text(""));
}

class Drawing {
public:
    explicit Drawing(Layout& layout) : layout_(layout) {
        graph_ = agopen(dot_text("g"), Agdirected, nullptr);
        CHECK(graph_);
        set_style();
        add_clusters();
        add_nodes();
        add_edges();
    }
    ~Drawing() { agclose(graph_); }
    Drawing(const Drawing&) = delete;
    Drawing& operator=(const Drawing&) = delete;

    void run(GVC_t* context) {
        CHECK(gvLayout(context, graph_, "dot") == 0);
        read_places();
        gvFreeLayout(context, graph_);
    }

private:
    void set_style() {
        const bool many = layout_.nodes.size() > kManyNodes;
        set(graph_, "rankdir", layout_.left_to_right ? "LR" : "TB");
        set(graph_, "ranksep", layout_.left_to_right ? "0.5" : "0.7");
        set(graph_, "nodesep", layout_.left_to_right ? "0.35" : "0.6");
        set(graph_, "splines", many ? "line" : "true");
        if (!many) return;
        set(graph_, "nslimit", "1");
        set(graph_, "nslimit1", "1");
        set(graph_, "mclimit", "0.2");
    }

    void add_clusters() {
        for (std::size_t i = 0; i < layout_.clusters.size(); ++i) {
            const std::size_t parent = layout_.clusters[i].parent;
            Agraph_t* around = parent == i ? graph_ : clusters_[parent];
            clusters_.push_back(agsubg(around, dot_text(fmt::format("cluster_{}", i)), 1));
            set(clusters_.back(), "margin", "14");
        }
    }

    void add_nodes() {
        std::vector<Agraph_t*> home(layout_.nodes.size(), graph_);
        for (std::size_t i = 0; i < layout_.clusters.size(); ++i) {
            for (const std::size_t node : layout_.clusters[i].nodes) home[node] = clusters_[i];
        }
        for (std::size_t i = 0; i < layout_.nodes.size(); ++i) {
            Agnode_t* node = agnode(home[i], dot_text(fmt::format("n{}", i)), 1);
            set(node, "shape", "box");
            set(node, "fixedsize", "true");
            set(node, "label", "");  // without text no font is needed
            set(node, "width", fmt::format("{:.4f}", layout_.nodes[i].width / kPointsAnInch));
            set(node, "height", fmt::format("{:.4f}", layout_.nodes[i].height / kPointsAnInch));
            nodes_.push_back(node);
        }
    }

    void add_edges() {
        for (std::size_t i = 0; i < layout_.edges.size(); ++i) {
            const LayoutEdge& edge = layout_.edges[i];
            edges_.push_back(agedge(graph_, nodes_[edge.from], nodes_[edge.to],
                                    dot_text(fmt::format("e{}", i)), 1));
        }
    }

    void read_places() {
        const boxf all = GD_bb(graph_);
        layout_.width = all.UR.x - all.LL.x;
        layout_.height = all.UR.y - all.LL.y;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            LayoutBox& box = layout_.nodes[i];
            box.x = ND_coord(nodes_[i]).x - all.LL.x - box.width / 2;
            box.y = all.UR.y - ND_coord(nodes_[i]).y - box.height / 2;
        }
        for (std::size_t i = 0; i < clusters_.size(); ++i) {
            const boxf b = GD_bb(clusters_[i]);
            layout_.clusters[i].box = {b.LL.x - all.LL.x, all.UR.y - b.UR.y, b.UR.x - b.LL.x,
                                       b.UR.y - b.LL.y};
        }
        for (std::size_t i = 0; i < edges_.size(); ++i) read_line(edges_[i], all, layout_.edges[i]);
    }

    static void read_line(Agedge_t* edge, const boxf& all, LayoutEdge& out) {
        const splines* curves = ED_spl(edge);
        if (!curves || curves->size == 0) return;
        const bezier& curve = curves->list[0];
        auto add = [&](const pointf& p) {
            out.line.push_back(p.x - all.LL.x);
            out.line.push_back(all.UR.y - p.y);
        };
        for (int i = 0; i < static_cast<int>(curve.size); ++i) add(curve.list[i]);
    }

    Layout& layout_;
    Agraph_t* graph_ = nullptr;
    std::vector<Agraph_t*> clusters_;
    std::vector<Agnode_t*> nodes_;
    std::vector<Agedge_t*> edges_;
};

}  // namespace

namespace {

// Width / height above which a drawing is wrapped, and what it is about afterwards. The same for
// height / width of a drawing that is wrapped into columns, as long as it does not fit a screen.
constexpr double kTooWide = 5;
constexpr double kWantedRatio = 3;
constexpr double kTooTall = 1.6;
constexpr double kWantedTallness = 0.6;
constexpr double kScreenHeight = 1200;
constexpr double kBandGap = 48;
constexpr double kBandSide = 44;  // margin left and right for edges from one band to the next

// Leaves `a` to the right, returns through the gap between the bands at `gap_y`, and enters `b`
// from the left.
std::vector<double> curve_between(const LayoutBox& a, const LayoutBox& b, double gap_y) {
    const double right = a.x + a.width;
    const double out = right + kBandSide;
    const double in = b.x - kBandSide;
    const double from_y = a.y + a.height / 2;
    const double to_y = b.y + b.height / 2;
    return {right, from_y, out, from_y, out, gap_y, right, gap_y, right, gap_y,
            b.x,   gap_y,  b.x, gap_y,  in,  gap_y, in,    to_y,  b.x,   to_y};
}

// Bands about `wanted` times as wide as all of them are high.
void fold(Layout& layout, double wanted) {
    const double band_width = std::sqrt(layout.width * layout.height * wanted);
    const double band_height = layout.height + kBandGap;
    auto band_of = [&](const LayoutBox& b) { return std::floor((b.x + b.width / 2) / band_width); };
    std::vector<double> band;
    std::map<double, double> left;  // band -> left edge of its boxes
    for (const LayoutBox& box : layout.nodes) {
        band.push_back(band_of(box));
        const auto it = left.emplace(band.back(), box.x).first;
        it->second = std::min(it->second, box.x);
    }
    auto move = [&](LayoutBox& box, double to) {
        box.x += kBandSide - left[to];
        box.y += to * band_height;
    };
    for (LayoutCluster& cluster : layout.clusters) {
        LayoutBox right_end{cluster.box.x + cluster.box.width, 0, 0, 0};
        LayoutBox left_end{cluster.box.x, 0, 0, 0};
        if (band_of(left_end) == band_of(right_end))
            move(cluster.box, band_of(left_end));
        else
            cluster.box.width = cluster.box.height = 0;
    }
    for (std::size_t i = 0; i < layout.nodes.size(); ++i) move(layout.nodes[i], band[i]);
    for (LayoutEdge& edge : layout.edges) {
        const double to = band[edge.from];
        if (to != band[edge.to]) {
            const double gap_y = std::max(to, band[edge.to]) * band_height - kBandGap / 2;
            edge.line = curve_between(layout.nodes[edge.from], layout.nodes[edge.to], gap_y);
            continue;
        }
        for (std::size_t k = 0; k + 1 < edge.line.size(); k += 2) {
            edge.line[k] += kBandSide - left[to];
            edge.line[k + 1] += to * band_height;
        }
    }
    layout.width = 0;
    layout.height = 0;
    for (const LayoutBox& box : layout.nodes) {
        layout.width = std::max(layout.width, box.x + box.width + kBandSide);
        layout.height = std::max(layout.height, box.y + box.height);
    }
}

void transpose(LayoutBox& box) {
    std::swap(box.x, box.y);
    std::swap(box.width, box.height);
}

void transpose(Layout& layout) {
    for (LayoutBox& box : layout.nodes) transpose(box);
    for (LayoutCluster& cluster : layout.clusters) transpose(cluster.box);
    for (LayoutEdge& edge : layout.edges)
        for (std::size_t k = 0; k + 1 < edge.line.size(); k += 2)
            std::swap(edge.line[k], edge.line[k + 1]);
    std::swap(layout.width, layout.height);
}

}  // namespace

void wrap(Layout& layout) {
    if (layout.height <= 0 || layout.width <= 0) return;
    if (layout.width / layout.height >= kTooWide) {
        fold(layout, kWantedRatio);
    } else if (layout.height > kScreenHeight && layout.height / layout.width > kTooTall) {
        transpose(layout);
        fold(layout, kWantedTallness);
        transpose(layout);
    }
}

void lay_out(Layout& layout) {
    if (layout.nodes.empty()) return;
    static const std::unique_ptr<GVC_t, FreeContext> context(gvContext());
    CHECK(context);
    Drawing(layout).run(context.get());
}

}  // namespace tapestry
