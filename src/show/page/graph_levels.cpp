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
        if (items.size() > most_) {
            if (const std::vector<std::size_t> order = pipeline_order(items); !order.empty())
                return add_pipeline(id, root, items, order);
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

    // The items from the first stage to the last, if nearly all of them pass their data on to one
    // other. Empty if they are no pipeline.
    std::vector<std::size_t> pipeline_order(const Items& items) const {
        std::map<std::size_t, std::size_t> item_of;  // node -> item
        for (std::size_t i = 0; i < items.size(); ++i)
            for (const std::size_t node : items[i].second) item_of[node] = i;
        std::vector<std::set<std::size_t>> after(items.size());
        std::vector<std::size_t> before(items.size(), 0);
        std::size_t lines = 0;
        for (const auto& [ends, channels] : all_.lines) {
            const auto from = item_of.find(ends.first);
            const auto to = item_of.find(ends.second);
            if (from == item_of.end() || to == item_of.end() || from->second == to->second)
                continue;
            if (!after[from->second].insert(to->second).second) continue;
            ++before[to->second];
            ++lines;
        }
        std::size_t forks = 0;
        for (std::size_t i = 0; i < items.size(); ++i)
            forks += after[i].size() > 1 || before[i] > 1 ? 1 : 0;
        if (10 * forks > items.size() || 5 * lines < 4 * items.size()) return {};
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < items.size(); ++i)
            if (before[i] == 0) order.push_back(i);
        for (std::size_t at = 0; at < order.size(); ++at)
            for (const std::size_t next : after[order[at]])
                if (--before[next] == 0) order.push_back(next);
        return order.size() == items.size() ? order : std::vector<std::size_t>{};  // else a ring
    }

    // A pipeline is drawn whole, in bands like lines of text; a long one as sections of stages that
    // follow one another.
    void add_pipeline(const std::string& id, const std::string& root, const Items& items,
                      const std::vector<std::size_t>& order) {
        constexpr std::size_t kBands = 4;
        Items sections;
        if (items.size() <= kBands * most_) {
            for (const std::size_t i : order) sections.push_back(items[i]);
        } else {
            const std::size_t length = (most_ + 1) / 2;
            for (std::size_t at = 0; at < order.size(); at += length) {
                const std::size_t end = std::min(at + length, order.size());
                const std::string last(last_part(items[order[end - 1]].first));
                sections.push_back({items[order[at]].first + " to " + last, {}});
                for (std::size_t i = at; i < end; ++i) {
                    const Nodes& nodes = items[order[i]].second;
                    sections.back().second.insert(sections.back().second.end(), nodes.begin(),
                                                  nodes.end());
                }
            }
        }
        draw(id, root, sections);
        for (const auto& [name, nodes] : sections)
            if (nodes.size() > 1)
                add(name, name.find(' ') == std::string::npos ? name : root, nodes);
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
