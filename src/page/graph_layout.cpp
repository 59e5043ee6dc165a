// SPDX-License-Identifier: Apache-2.0
#include "page/graph_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "base/path_name.h"
#include "page/dot_layout.h"
#include "page/json_text.h"

namespace tapestry {

namespace {

// What a person can still read; the rest is counted in `left_out` and stands in the tables.
constexpr std::size_t kMostNodes = 1500;
constexpr std::size_t kMostStates = 120;

std::string box_json(const LayoutBox& b) {
    return fmt::format("[{:.0f},{:.0f},{:.0f},{:.0f}]", b.x, b.y, b.width, b.height);
}

std::string line_json(const std::vector<double>& line) {
    std::vector<std::string> numbers;
    for (const double n : line) numbers.push_back(fmt::format("{:.1f}", n));
    return json_array(numbers);
}

double width_for(const std::string& label, double least, double most) {
    return std::clamp(28 + 8.2 * static_cast<double>(label.size()), least, most);
}

struct Node {
    std::string id;
    std::string kind = "part";
    std::set<std::string> members;
    std::size_t machines = 0;  // of all members
};

class BlockGraph {
public:
    void add_queue(const std::string& path) { queues_.insert(path); }

    void add_block(const std::string& scope, bool is_machine) {
        Node& node = node_of(folded(scope));
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
        channels_[{a, b}].insert(channel);
    }

    // Who waits for whom where no channel between them is known; without a line the blocks would
    // look as if they had nothing to do with each other.
    void add_wait(const std::string& from, const std::string& to) {
        const auto a = index_.find(folded(from));
        const auto b = index_.find(folded(to));
        if (a == index_.end() || b == index_.end() || a == b) return;
        if (channels_.count({a->second, b->second}) || channels_.count({b->second, a->second}))
            return;
        channels_[{a->second, b->second}].insert("");
    }

    std::string to_json() {
        const std::size_t all = nodes_.size();
        keep_first(kMostNodes);
        Layout layout = wishes();
        lay_out(layout);
        fold_into_bands(layout);
        std::vector<std::string> nodes;
        for (std::size_t i = 0; i < nodes_.size(); ++i) nodes.push_back(node_json(i, layout));
        std::vector<std::string> clusters;
        for (std::size_t i = 0; i < cluster_paths_.size(); ++i) {
            clusters.push_back(fmt::format(R"({{"id":{},"box":{}}})",
                                           json_string(cluster_paths_[i]),
                                           box_json(layout.clusters[i].box)));
        }
        std::vector<std::string> edges;
        std::size_t at = 0;
        for (const auto& [ends, channels] : channels_) {
            edges.push_back(edge_json(layout.edges[at++], channels));
        }
        return fmt::format(
            R"({{"width":{:.0f},"height":{:.0f},"left_out":{},"nodes":{},"clusters":{},"edges":{}}})",
            layout.width, layout.height, all - nodes_.size(), json_array(nodes),
            json_array(clusters), json_array(edges));
    }

private:
    Node& node_of(const std::string& id) {
        const auto [it, is_new] = index_.emplace(id, nodes_.size());
        if (is_new) nodes_.push_back({id, "part", {}, 0});
        return nodes_[it->second];
    }

    std::size_t end_of(const std::string& scope, const std::string& outside_id) {
        const std::string id = folded(scope.empty() ? outside_id : scope);
        Node& node = node_of(id);
        if (scope.empty()) node.kind = "outside";
        if (!scope.empty()) node.members.insert(scope);
        return index_[id];
    }

    void keep_first(std::size_t count) {
        if (nodes_.size() <= count) return;
        nodes_.resize(count);
        for (auto it = channels_.begin(); it != channels_.end();) {
            const bool gone = it->first.first >= count || it->first.second >= count;
            it = gone ? channels_.erase(it) : std::next(it);
        }
    }

    Layout wishes() {
        Layout layout;
        for (const Node& node : nodes_) {
            const double rows = static_cast<double>(std::min<std::size_t>(node.machines, 4));
            LayoutBox box;
            const bool machine = node.kind == "machine";
            box.width = width_for(std::string(last_part(node.id)), machine ? 140 : 96, 250);
            box.height = machine ? 40 + 22 * rows : 44;
            if (node.kind == "outside") box = {0, 0, 64, 28};
            layout.nodes.push_back(box);
        }
        for (const auto& [ends, channels] : channels_) {
            layout.edges.push_back({ends.first, ends.second, {}});
        }
        add_clusters(layout);
        return layout;
    }

    // An instance with several blocks below it is drawn around them; the top is the drawing itself.
    void add_clusters(Layout& layout) {
        std::map<std::string, std::size_t> blocks_below;
        for (const Node& node : nodes_) {
            if (node.kind == "outside") continue;
            for (std::string p = node.id; !p.empty(); p = std::string(parent_path(p)))
                ++blocks_below[p];
        }
        std::map<std::string, std::size_t> clusters;
        for (const auto& [path, count] : blocks_below) {  // a parent sorts before its children
            if (count < 2 || parent_path(path).empty()) continue;
            const std::size_t own = layout.clusters.size();
            const auto around = nearest(clusters, std::string(parent_path(path)));
            clusters[path] = own;
            cluster_paths_.push_back(path);
            layout.clusters.push_back({around == clusters.end() ? own : around->second, {}, {}});
        }
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (nodes_[i].kind == "outside") continue;
            const auto around = nearest(clusters, nodes_[i].id);
            if (around != clusters.end()) layout.clusters[around->second].nodes.push_back(i);
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

    std::string node_json(std::size_t i, const Layout& layout) const {
        std::vector<std::string> members;
        for (const std::string& m : nodes_[i].members) members.push_back(json_string(m));
        return fmt::format(R"({{"id":{},"kind":"{}","members":{},"box":{}}})",
                           json_string(nodes_[i].id), nodes_[i].kind, json_array(members),
                           box_json(layout.nodes[i]));
    }

    static std::string edge_json(const LayoutEdge& edge, const std::set<std::string>& channels) {
        std::vector<std::string> names;
        for (const std::string& c : channels) names.push_back(json_string(c));
        return fmt::format(R"({{"from":{},"to":{},"channels":{},"line":{}}})", edge.from, edge.to,
                           json_array(names), line_json(edge.line));
    }

    std::set<std::string> queues_;
    std::vector<Node> nodes_;
    std::map<std::string, std::size_t> index_;
    std::map<std::pair<std::size_t, std::size_t>, std::set<std::string>> channels_;
    std::vector<std::string> cluster_paths_;
};

// One machine: names of states in the order of their cycles, and which follows which.
struct Machine {
    std::vector<std::string> states;
    std::set<std::pair<std::string, std::string>> transitions;
    bool operator<(const Machine& other) const {
        return std::tie(states, transitions) < std::tie(other.states, other.transitions);
    }
};

Result<std::map<std::int64_t, Machine>> machines_of(const RunView& run, Diagnostics& diagnostics) {
    std::map<std::int64_t, Machine> machines;
    auto add_state = [&](const Row& row) {
        machines[std::get<std::int64_t>(row[0])].states.push_back(text(row[1]));
    };
    auto add_transition = [&](const Row& row) {
        machines[std::get<std::int64_t>(row[0])].transitions.insert({text(row[1]), text(row[2])});
    };
    if (!run.for_each_row("SELECT tap, state FROM states WHERE cycles > 0 "
                          "ORDER BY tap, cycles DESC, state",
                          add_state, diagnostics) ||
        !run.for_each_row("SELECT tap, from_state, to_state FROM transitions", add_transition,
                          diagnostics))
        return failure;
    return machines;
}

std::string machine_json(Machine machine, const std::vector<std::int64_t>& taps) {
    const std::size_t all = machine.states.size();
    machine.states.resize(std::min(all, kMostStates));
    Layout layout;
    layout.left_to_right = false;
    std::map<std::string, std::size_t> index;
    for (const std::string& state : machine.states) {
        index.emplace(state, layout.nodes.size());
        layout.nodes.push_back({0, 0, width_for(state, 110, 220), 52});
    }
    for (const auto& [from, to] : machine.transitions) {
        const auto a = index.find(from);
        const auto b = index.find(to);
        if (a != index.end() && b != index.end())
            layout.edges.push_back({a->second, b->second, {}});
    }
    lay_out(layout);
    std::vector<std::string> states;
    for (std::size_t i = 0; i < machine.states.size(); ++i) {
        states.push_back(fmt::format(R"({{"state":{},"box":{}}})", json_string(machine.states[i]),
                                     box_json(layout.nodes[i])));
    }
    std::vector<std::string> edges;
    for (const LayoutEdge& edge : layout.edges) {
        edges.push_back(fmt::format(R"({{"from":{},"to":{},"line":{}}})", edge.from, edge.to,
                                    line_json(edge.line)));
    }
    return fmt::format(
        R"({{"taps":[{}],"width":{:.0f},"height":{:.0f},"left_out":{},"states":{},"edges":{}}})",
        fmt::join(taps, ","), layout.width, layout.height, all - machine.states.size(),
        json_array(states), json_array(edges));
}

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

Result<std::string> block_graph(const RunView& run, Diagnostics& diagnostics) {
    BlockGraph graph;
    auto add_queue = [&](const Row& row) { graph.add_queue(text(row[0])); };
    auto add_block = [&](const Row& row) {
        graph.add_block(text(row[0]), !std::holds_alternative<std::monostate>(row[1]));
    };
    auto add_channel = [&](const Row& row) {
        graph.add_channel(text(row[0]), text(row[1]), text(row[2]));
    };
    auto add_wait = [&](const Row& row) { graph.add_wait(text(row[0]), text(row[1])); };
    if (!run.for_each_row("SELECT path FROM queues", add_queue, diagnostics) ||
        !run.for_each_row("SELECT scope, tap FROM blocks", add_block, diagnostics) ||
        !run.for_each_row("SELECT from_block, to_block, channel FROM dependencies", add_channel,
                          diagnostics) ||
        !run.for_each_row(
            "SELECT from_path, to_path FROM pressure WHERE channel IS NULL OR channel NOT IN "
            "(SELECT channel FROM dependencies WHERE channel IS NOT NULL) ORDER BY rank, step",
            add_wait, diagnostics))
        return failure;
    return graph.to_json();
}

Result<std::string> state_graphs(const RunView& run, Diagnostics& diagnostics) {
    const Result<std::map<std::int64_t, Machine>> machines = machines_of(run, diagnostics);
    if (!machines) return failure;
    std::map<Machine, std::vector<std::int64_t>> taps_of;
    for (const auto& [tap, machine] : *machines) taps_of[machine].push_back(tap);
    std::vector<std::string> drawings;
    for (const auto& [machine, taps] : taps_of) drawings.push_back(machine_json(machine, taps));
    return json_array(drawings);
}

}  // namespace tapestry
