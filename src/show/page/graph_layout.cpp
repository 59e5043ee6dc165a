// SPDX-License-Identifier: Apache-2.0
#include "show/page/graph_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "base/path_name.h"
#include "show/page/dot_layout.h"
#include "show/page/graph_levels.h"
#include "show/page/json_text.h"
#include "show/page/layout_json.h"

namespace tapestry {

namespace {

// The most nodes that a person can read in one drawing.
constexpr std::size_t kMostNodes = 60;
constexpr double kCalleeGap = 26;  // between a block and what it calls, which stands below it

class BlockGraph {
public:
    void add_queue(const std::string& path) { queues_.insert(path); }

    void add_block(const std::string& scope, bool is_machine) {
        GraphNode& node = node_of(folded(scope));
        node.members.insert(scope);
        if (is_machine) node.kind = "machine";
        if (!is_machine && queues_.count(scope) != 0) node.kind = "queue";
        if (is_machine) ++node.machines;
    }

    void add_channel(const std::string& from, const std::string& to, const std::string& channel) {
        // A queue stands in the graph as a node between its two streams.
        if (index_.count(folded(channel)) != 0) return;
        const std::size_t a = end_of(from, "from " + channel);
        const std::size_t b = end_of(to, "to " + channel);
        all_.lines[{a, b}].insert(channel);
    }

    // `from` waits for `to`, but no channel between them is known. Without an edge the two blocks
    // would look unrelated.
    void add_wait(const std::string& from, const std::string& to) {
        const auto a = index_.find(folded(from));
        const auto b = index_.find(folded(to));
        if (a == index_.end() || b == index_.end() || a == b) return;
        if (all_.lines.count({a->second, b->second}) || all_.lines.count({b->second, a->second}))
            return;
        all_.lines[{a->second, b->second}].insert("");
    }

    GraphLevel take() { return std::move(all_); }

private:
    GraphNode& node_of(const std::string& id) {
        const auto [it, is_new] = index_.emplace(id, all_.nodes.size());
        if (is_new) all_.nodes.push_back({id, "part", {}, 0});
        return all_.nodes[it->second];
    }

    std::size_t end_of(const std::string& scope, const std::string& outside_id) {
        const std::string id = folded(scope.empty() ? outside_id : scope);
        GraphNode& node = node_of(id);
        if (scope.empty()) {
            node.kind = "outside";
            node.is_nameless = true;
        }
        if (!scope.empty()) node.members.insert(scope);
        return index_[id];
    }

    std::set<std::string> queues_;
    std::map<std::string, std::size_t> index_;
    GraphLevel all_;
};

LayoutBox wish_of(const GraphNode& node) {
    if (node.kind == "outside") {
        const double width =
            node.is_nameless ? 64 : width_for(std::string(last_part(node.id)), 64, 200);
        return {0, 0, width, 28};
    }
    const bool machine = node.kind == "machine";
    LayoutBox box;
    box.width = width_for(std::string(last_part(node.id)), machine ? 140 : 96, 250);
    box.height =
        machine ? 40 + 22 * static_cast<double>(std::min<std::size_t>(node.machines, 4)) : 44;
    if (node.kind == "group") box = {0, 0, std::max(box.width, 190.0), 70};
    return box;
}

// One level, laid out. A block that only its caller is connected to is placed below the caller,
// whatever the direction of the graph: the layout treats the two as one box.
class LevelDrawing {
public:
    explicit LevelDrawing(const GraphLevel& level) : level_(level) {
        find_callees();
        place_wishes();
        lay_out(layout_);
        wrap(layout_);
        place_callees();
    }

    std::string to_json() const {
        std::vector<std::string> nodes;
        for (std::size_t i = 0; i < level_.nodes.size(); ++i) nodes.push_back(node_json(i));
        std::vector<std::string> clusters;
        for (std::size_t i = 0; i < cluster_paths_.size(); ++i) {
            clusters.push_back(fmt::format(R"({{"id":{},"box":{}}})",
                                           json_string(cluster_paths_[i]),
                                           box_json(layout_.clusters[i].box)));
        }
        std::vector<std::string> edges;
        for (const LayoutEdge& edge : lines_)
            edges.push_back(edge_json(edge, level_.lines.at({edge.from, edge.to})));
        return fmt::format(
            R"({{"id":{},"width":{:.0f},"height":{:.0f},"nodes":{},"clusters":{},"edges":{}}})",
            json_string(level_.id), layout_.width, layout_.height, json_array(nodes),
            json_array(clusters), json_array(edges));
    }

private:
    // A callee is a machine whose only edge is its caller waiting for it.
    void find_callees() {
        std::map<std::size_t, std::size_t> lines;
        for (const auto& [ends, channels] : level_.lines) {
            ++lines[ends.first];
            ++lines[ends.second];
        }
        for (const auto& [ends, channels] : level_.lines) {
            const auto [caller, callee] = ends;
            const bool alone = channels == std::set<std::string>{""} && lines[callee] == 1;
            if (alone && lines[caller] > 1 && level_.nodes[callee].kind == "machine")
                caller_of_[callee] = caller;
        }
    }

    void place_wishes() {
        for (std::size_t i = 0; i < level_.nodes.size(); ++i) {
            boxes_.push_back(wish_of(level_.nodes[i]));
            if (caller_of_.count(i)) continue;
            laid_out_[i] = layout_.nodes.size();
            layout_.nodes.push_back(boxes_[i]);
        }
        // Space for the callee is reserved above the caller too: edges end at the centre of the
        // combined box, which has to be the centre of the caller.
        for (const auto& [callee, caller] : caller_of_) {
            LayoutBox& both = layout_.nodes[laid_out_[caller]];
            both.width = std::max(both.width, boxes_[callee].width);
            boxes_[caller].width = both.width;
            both.height += 2 * (kCalleeGap + boxes_[callee].height);
        }
        for (const auto& [ends, channels] : level_.lines) {
            if (caller_of_.count(ends.second)) continue;
            layout_.edges.push_back({laid_out_[ends.first], laid_out_[ends.second], {}});
        }
        add_clusters();
    }

    void place_callees() {
        std::map<std::size_t, double> below;  // caller -> y of its next callee
        for (const auto& [i, at] : laid_out_) {
            const LayoutBox both = layout_.nodes[at];
            boxes_[i].x = both.x + (both.width - boxes_[i].width) / 2;
            boxes_[i].y = both.y + (both.height - boxes_[i].height) / 2;
            below[i] = boxes_[i].y + boxes_[i].height + kCalleeGap;
        }
        for (const auto& [callee, caller] : caller_of_) {
            const LayoutBox& above = boxes_[caller];
            LayoutBox& box = boxes_[callee];
            box.x = above.x + (above.width - box.width) / 2;
            box.y = below[caller];
            below[caller] += box.height + kCalleeGap;
        }
        auto edge = layout_.edges.begin();
        for (const auto& [ends, channels] : level_.lines) {
            if (caller_of_.count(ends.second)) {
                const LayoutBox& a = boxes_[ends.first];
                const LayoutBox& b = boxes_[ends.second];
                const double x = b.x + b.width / 2;
                const double y = a.y + a.height;
                lines_.push_back({ends.first, ends.second, {x, y, x, y + 8, x, b.y - 8, x, b.y}});
            } else {
                lines_.push_back({ends.first, ends.second, (edge++)->line});
            }
        }
    }

    // An instance with several blocks becomes a cluster around them. The top gets none: it is the
    // whole drawing.
    void add_clusters() {
        std::map<std::string, std::size_t> blocks_below;
        for (const auto& [i, at] : laid_out_) {
            const GraphNode& node = level_.nodes[i];
            if (node.kind == "outside" || node.kind == "group") continue;
            for (std::string p = node.id; !p.empty(); p = std::string(parent_path(p)))
                ++blocks_below[p];
        }
        std::map<std::string, std::size_t> clusters;
        for (const auto& [path, count] : blocks_below) {  // a parent sorts before its children
            if (count < 2 || parent_path(path).empty() || is_under(level_.id, path)) continue;
            const std::size_t own = layout_.clusters.size();
            const auto around = nearest(clusters, std::string(parent_path(path)));
            clusters[path] = own;
            cluster_paths_.push_back(path);
            layout_.clusters.push_back({around == clusters.end() ? own : around->second, {}, {}});
        }
        for (const auto& [i, at] : laid_out_) {
            if (level_.nodes[i].kind == "outside") continue;
            const auto around = nearest(clusters, level_.nodes[i].id);
            if (around != clusters.end()) layout_.clusters[around->second].nodes.push_back(at);
        }
    }

    static std::map<std::string, std::size_t>::const_iterator nearest(
        const std::map<std::string, std::size_t>& clusters, std::string path) {
        for (; !path.empty(); path = std::string(parent_path(path))) {
            const auto it = clusters.find(path);
            if (it != clusters.end()) return it;
        }
        return clusters.end();
    }

    std::string node_json(std::size_t i) const {
        const GraphNode& node = level_.nodes[i];
        std::vector<std::string> members;
        for (const std::string& m : node.members) members.push_back(json_string(m));
        return fmt::format(R"({{"id":{},"kind":"{}","members":{},"box":{}}})", json_string(node.id),
                           node.kind, json_array(members), box_json(boxes_[i]));
    }

    static std::string edge_json(const LayoutEdge& edge, const std::set<std::string>& channels) {
        std::vector<std::string> names;
        for (const std::string& c : channels) names.push_back(json_string(c));
        return fmt::format(R"({{"from":{},"to":{},"channels":{},"line":{}}})", edge.from, edge.to,
                           json_array(names), line_json(edge.line));
    }

    const GraphLevel& level_;
    std::map<std::size_t, std::size_t> caller_of_;  // callee -> caller that it is placed below
    std::map<std::size_t, std::size_t> laid_out_;   // node of the level -> node of the layout
    Layout layout_;
    std::vector<LayoutBox> boxes_;
    std::vector<LayoutEdge> lines_;
    std::vector<std::string> cluster_paths_;
};

}  // namespace

std::string folded(const std::string& path) {
    std::string out;
    for (std::size_t i = 0; i < path.size(); ++i) {
        out += path[i];
        if (path[i] != '[') continue;
        std::size_t end = i + 1;
        while (end < path.size() && std::isdigit(static_cast<unsigned char>(path[end]))) ++end;
        if (end == i + 1 || end == path.size() || path[end] != ']') continue;
        out += "*]";
        i = end;
    }
    return out;
}

Result<std::string> block_graphs(const RunView& run, Diagnostics& diagnostics) {
    BlockGraph graph;
    auto add_queue = [&](const Row& row) { graph.add_queue(text(row[0])); };
    auto add_block = [&](const Row& row) {
        graph.add_block(text(row[0]), !std::holds_alternative<std::monostate>(row[1]));
    };
    auto add_channel = [&](const Row& row) {
        graph.add_channel(text(row[0]), text(row[1]), text(row[2]));
    };
    auto add_wait = [&](const Row& row) { graph.add_wait(text(row[0]), text(row[1])); };
    if (const auto done = run.for_each_row("SELECT path FROM queues", add_queue, diagnostics);
        !done)
        return done.failure();
    if (const auto done = run.for_each_row("SELECT scope, tap FROM blocks", add_block, diagnostics);
        !done)
        return done.failure();
    if (const auto done = run.for_each_row("SELECT from_block, to_block, channel FROM dependencies",
                                           add_channel, diagnostics);
        !done)
        return done.failure();
    if (const auto done = run.for_each_row(
            "SELECT from_path, to_path FROM pressure WHERE channel IS NULL OR channel NOT IN "
            "(SELECT channel FROM dependencies WHERE channel IS NOT NULL) ORDER BY rank, step",
            add_wait, diagnostics);
        !done)
        return done.failure();
    std::vector<std::string> levels;
    for (const GraphLevel& level : levels_of(graph.take(), kMostNodes))
        levels.push_back(LevelDrawing(level).to_json());
    return json_array(levels);
}

}  // namespace tapestry
