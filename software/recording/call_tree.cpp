// SPDX-License-Identifier: Apache-2.0
#include "software/recording/call_tree.h"

#include <algorithm>

namespace tapestry {

namespace {

constexpr std::size_t kMostPaths = 1 << 16;     // further ones are counted in what encloses them
constexpr std::size_t kMostVisits = 200'000;    // a thread with more has sums only
constexpr std::uint64_t kMostStates = 1 << 23;  // of one thread, and sites

// How many visits are inside each, itself included.
std::vector<std::size_t> sizes_of(const std::vector<std::uint32_t>& depths) {
    std::vector<std::size_t> sizes(depths.size(), 1);
    std::vector<std::size_t> open;  // roots of what is behind, nearest last
    for (std::size_t i = depths.size(); i-- > 0;) {
        while (!open.empty() && depths[open.back()] > depths[i]) {
            sizes[i] += sizes[open.back()];
            open.pop_back();
        }
        open.push_back(i);
    }
    return sizes;
}

}  // namespace

std::uint32_t CallTree::path_of(std::uint32_t parent, std::uint32_t state, std::uint32_t site) {
    const std::uint64_t outer = parent == kNoPath ? 0 : parent + 1;
    const std::uint64_t key =
        (outer * kMostStates + state % kMostStates) * kMostStates + site % kMostStates;
    if (key == last_key_) return last_;
    const auto at = known_.find(key);
    if (at != known_.end()) {
        last_key_ = key;
        return last_ = at->second;
    }
    if (nodes_.size() >= kMostPaths && parent != kNoPath) return parent;
    const auto made = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({parent, state, site, parent == kNoPath ? 0 : nodes_[parent].depth + 1});
    known_.emplace(key, made);
    last_key_ = key;
    return last_ = made;
}

void CallTree::add(std::uint32_t path, const HostVisit& visit) {
    Node& n = nodes_[path];
    const std::uint64_t ns = visit.end_ns - visit.start_ns;
    n.min_ns = n.entries == 0 ? ns : std::min(n.min_ns, ns);
    n.max_ns = std::max(n.max_ns, ns);
    ++n.entries;
    n.inclusive_ns += ns;
    n.bytes += visit.bytes;
    if (visits_.size() >= kMostVisits) {
        has_too_many_ = true;
        visits_ = {};
    }
    if (has_too_many_) return;
    visits_.push_back(visit);
    visits_.back().path = path;
}

CallPath CallTree::path_of_node(const Node& n) {
    CallPath p;
    p.state = n.state;
    p.entries = n.entries;
    p.inclusive_ns = n.inclusive_ns;
    p.own_ns = n.own_ns;
    p.min_ns = n.min_ns;
    p.max_ns = n.max_ns;
    p.bytes = n.bytes;
    return p;
}

std::vector<std::size_t> CallTree::in_depth_first_order() const {
    std::vector<std::vector<std::size_t>> inside(nodes_.size() + 1);
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        inside[nodes_[i].parent == kNoPath ? nodes_.size() : nodes_[i].parent].push_back(i);
    for (std::vector<std::size_t>& same : inside)
        std::stable_sort(same.begin(), same.end(), [&](std::size_t a, std::size_t b) {
            return nodes_[a].inclusive_ns < nodes_[b].inclusive_ns;
        });
    std::vector<std::size_t> order, left = inside.back();
    while (!left.empty()) {
        const std::size_t next = left.back();
        left.pop_back();
        order.push_back(next);
        left.insert(left.end(), inside[next].begin(), inside[next].end());
    }
    return order;
}

// What was added is the order of time seen in a mirror: outer ones first, but the last one inside
// them before the first.
std::vector<HostVisit> CallTree::in_order_of_time() const {
    struct Open {
        std::uint32_t depth;
        std::size_t end;  // behind what is not placed yet
    };
    std::vector<std::uint32_t> depths;
    for (const HostVisit& v : visits_) depths.push_back(nodes_[v.path].depth);
    const std::vector<std::size_t> sizes = sizes_of(depths);
    std::vector<HostVisit> placed(visits_.size());
    std::vector<Open> open;
    std::size_t outside = visits_.size();
    for (std::size_t i = 0; i < visits_.size(); ++i) {
        while (!open.empty() && open.back().depth >= depths[i]) open.pop_back();
        std::size_t& end = open.empty() ? outside : open.back().end;
        const std::size_t at = end -= sizes[i];
        placed[at] = visits_[i];
        open.push_back({depths[i], at + sizes[i]});
    }
    return placed;
}

std::vector<CallPath> CallTree::finish(const std::vector<std::string>& sources,
                                       std::vector<HostVisit>& visits) {
    visits = in_order_of_time();
    std::vector<CallPath> paths;
    std::vector<std::size_t> number(nodes_.size());
    for (const std::size_t i : in_depth_first_order()) {
        const Node& n = nodes_[i];
        CallPath& p = paths.emplace_back(path_of_node(n));
        p.path = number[i] = paths.size() - 1;
        p.parent = n.parent == kNoPath ? -1 : static_cast<std::int64_t>(number[n.parent]);
        if (n.site < sources.size()) p.source = sources[n.site];
    }
    for (HostVisit& v : visits) v.path = number[v.path];
    return paths;
}

}  // namespace tapestry
