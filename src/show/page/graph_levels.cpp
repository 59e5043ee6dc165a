// SPDX-License-Identifier: Apache-2.0
#include "show/page/graph_levels.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "base/path_name.h"

namespace tapestry {

namespace {

// The child instance of `root` that contains `path`; `path` itself if it is not deeper.
std::string child_of(const std::string& root, const std::string& path) {
    std::string child = path;
    for (std::string up(parent_path(child)); up != root && !up.empty(); up = parent_path(child))
        child = up;
    return child;
}

// "u_worker_12" -> "u_worker_*": numbered siblings are grouped as replicas.
std::string without_number(const std::string& path) {
    std::size_t end = path.size();
    while (end > 0 && std::isdigit(static_cast<unsigned char>(path[end - 1]))) --end;
    return end == path.size() ? path : path.substr(0, end) + "*";
}

// The outermost instance that contains `path` but not `root`: the destination of an edge that
// leaves `root`.
std::string neighbour(const std::string& root, const std::string& path) {
    std::string outer = path;
    for (std::string up = path; !up.empty() && !is_under(root, up); up = parent_path(up))
        outer = up;
    return outer;
}

using Nodes = std::vector<std::size_t>;
using Items = std::vector<std::pair<std::string, Nodes>>;  // name and nodes, by first node

class LevelMaker {
public:
    LevelMaker(const GraphLevel& all, std::size_t most) : all_(all), most_(most) {}

    std::vector<GraphLevel> make() {
        Nodes inside;
        for (std::size_t i = 0; i < all_.nodes.size(); ++i)
            if (all_.nodes[i].kind != "outside") inside.push_back(i);
        add("", "", inside);
        return std::move(levels_);
    }

private:
    template <class NameOf>
    Items grouped(const Nodes& nodes, NameOf name_of) const {
        Items items;
        std::map<std::string, std::size_t> index;
        for (const std::size_t i : nodes) {
            const std::string name = name_of(all_.nodes[i].id);
            const auto [it, is_new] = index.emplace(name, items.size());
            if (is_new) items.push_back({name, {}});
            items[it->second].second.push_back(i);
        }
        return items;
    }

    // `id` names the level, `root` is the instance whose children it shows.
    void add(const std::string& id, std::string root, const Nodes& inside) {
        auto below = [&](const std::string& path) { return child_of(root, path); };
        Items items = grouped(inside, below);
        while (items.size() == 1 && items[0].second.size() > 1 && items[0].first != root) {
            root = items[0].first;
            items = grouped(inside, below);
        }
        const bool by_count = items.size() > most_ && id.find('*') == std::string::npos;
        if (by_count)
            items = grouped(inside,
                            [&](const std::string& path) { return without_number(below(path)); });
        draw(id, root, items);
        for (const auto& [name, nodes] : items) {
            if (nodes.size() < 2) continue;
            const bool is_numbered = by_count && name.ends_with("*");
            add(name, is_numbered ? root : name, nodes);
        }
    }

    GraphNode node_of(const std::string& name, const Nodes& nodes) const {
        if (nodes.size() == 1) return all_.nodes[nodes[0]];
        GraphNode group{name, "group", {}, 0};
        for (const std::size_t i : nodes) {
            const GraphNode& node = all_.nodes[i];
            group.members.insert(node.members.begin(), node.members.end());
            group.machines += node.machines;
        }
        return group;
    }

    void draw(const std::string& id, const std::string& root, const Items& items) {
        GraphLevel level{id, {}, {}};
        std::map<std::size_t, std::size_t> place;  // node of the whole -> node of the level
        for (const auto& [name, nodes] : items) {
            for (const std::size_t i : nodes) place[i] = level.nodes.size();
            level.nodes.push_back(node_of(name, nodes));
        }
        std::map<std::string, std::size_t> outside;
        auto end_of = [&](std::size_t i) {
            if (const auto it = place.find(i); it != place.end()) return it->second;
            const GraphNode& node = all_.nodes[i];
            const std::string name = node.kind == "outside" ? node.id : neighbour(root, node.id);
            const auto [it, is_new] = outside.emplace(name, level.nodes.size());
            if (is_new) level.nodes.push_back({name, "outside", {}, 0, node.is_nameless});
            return it->second;
        };
        for (const auto& [ends, channels] : all_.lines) {
            if (!place.count(ends.first) && !place.count(ends.second)) continue;
            const std::size_t from = end_of(ends.first);
            const std::size_t to = end_of(ends.second);
            if (from != to) level.lines[{from, to}].insert(channels.begin(), channels.end());
        }
        levels_.push_back(std::move(level));
    }

    const GraphLevel& all_;
    std::size_t most_;
    std::vector<GraphLevel> levels_;
};

}  // namespace

std::vector<GraphLevel> levels_of(GraphLevel all, std::size_t most) {
    std::vector<GraphLevel> levels;
    if (all.nodes.size() > most) return LevelMaker(all, most).make();
    levels.push_back(std::move(all));
    return levels;
}

}  // namespace tapestry
