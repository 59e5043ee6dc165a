// SPDX-License-Identifier: Apache-2.0
#include "explain/network/roles.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/path_name.h"
#include "explain/network/shared_blocks.h"

namespace tapestry {

namespace {

constexpr int kUnknown = -1;  // depth of a block that may be a server

class Roles {
public:
    Roles(const Run& run, Network& network) : run_(run), net_(network) {}

    void find() {
        find_calls();
        number_pairs();
        find_servers();
        name_shared(run_, net_);
    }

private:
    // Requests come from blocks that have other neighbours too. If there are none, they come from
    // blocks with one neighbour that are not named like a memory; else from blocks next to an
    // external memory.
    void find_servers() {
        std::vector<int> ways(net_.pairs);  // 1: send, 2: receive
        for (std::size_t i = 0; i < net_.links.size(); ++i) {
            const Link& l = net_.links[i];
            if (l.kind != WaitKind::synchronise)
                ways[net_.pair_of[i].here] |= l.kind == WaitKind::send ? 1 : 2;
        }
        auto answers_all = [&](std::size_t b) {
            const std::vector<std::size_t>& links = net_.links_of[b];
            if (net_.blocks[b].beyond) return net_.blocks[b].kind == BottleneckKind::memory;
            return !links.empty() && std::all_of(links.begin(), links.end(), [&](std::size_t i) {
                return ways[net_.pair_of[i].here] == 3;
            });
        };
        net_.server_depth.assign(net_.blocks.size(), 0);
        for (std::size_t b = 0; b < net_.blocks.size(); ++b)
            net_.server_depth[b] = answers_all(b) ? kUnknown : 0;
        spread_requests([&](std::size_t b) { return net_.server_depth[b] == 0; });
        spread_requests([&](std::size_t b) {
            return has_one_neighbour(b) && !is_called_memory(last_part(net_.blocks[b].path));
        });
        spread_requests([&](std::size_t b) { return !net_.blocks[b].beyond; });
        for (int& depth : net_.server_depth) depth = std::max(depth, 0);
    }

    // The innermost call at or above each block.
    void find_calls() {
        for (NetworkBlock& block : net_.blocks) {
            for (std::string_view path = block.path; !path.empty() && !block.beyond;
                 path = parent_path(path)) {
                const auto at = net_.by_path.find(std::string(path));
                if (at == net_.by_path.end()) continue;
                const NetworkBlock& above = net_.blocks[static_cast<std::size_t>(at->second)];
                if (above.calls.empty()) continue;
                block.called = above.calls.front();
                break;
            }
        }
    }

    bool has_one_neighbour(std::size_t b) const {
        const std::vector<std::size_t>& links = net_.links_of[b];
        return !net_.blocks[b].beyond &&
               std::all_of(links.begin(), links.end(), [&](std::size_t i) {
                   return net_.links[i].on == net_.links[links.front()].on;
               });
    }

    // Propagates from requesters to servers, as long as roles are still unknown.
    template <class Asks>
    void spread_requests(const Asks& asks) {
        std::vector<int>& depth = net_.server_depth;
        std::vector<std::size_t> level;
        for (std::size_t b = 0; b < depth.size(); ++b) {
            if (depth[b] > 0 || !asks(b)) continue;
            depth[b] = 0;
            level.push_back(b);
        }
        for (int next_depth = 1; !level.empty(); ++next_depth) {
            std::vector<std::size_t> next;
            for (const std::size_t b : level) {
                for (const std::size_t i : net_.links_of[b]) {
                    const auto on = static_cast<std::size_t>(net_.links[i].on);
                    if (depth[on] != kUnknown) continue;
                    depth[on] = next_depth;
                    next.push_back(on);
                }
            }
            level = std::move(next);
        }
    }

    void number_pairs() {
        using Ends = std::pair<int, int>;
        auto ends = [&](std::size_t i) { return Ends(net_.links[i].by, net_.links[i].on); };
        std::vector<Ends> pairs;
        for (std::size_t i = 0; i < net_.links.size(); ++i) pairs.push_back(ends(i));
        std::sort(pairs.begin(), pairs.end());
        pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
        auto number = [&](const Ends& e) {
            const auto at = std::lower_bound(pairs.begin(), pairs.end(), e);
            return at != pairs.end() && *at == e ? static_cast<int>(at - pairs.begin()) : -1;
        };
        for (std::size_t i = 0; i < net_.links.size(); ++i) {
            const auto [by, on] = ends(i);
            net_.pair_of.push_back({static_cast<std::size_t>(number({by, on})), number({on, by})});
        }
        net_.pairs = pairs.size();
        net_.links_on.resize(net_.blocks.size());
        for (std::size_t i = 0; i < net_.links.size(); ++i)
            net_.links_on[static_cast<std::size_t>(net_.links[i].on)].push_back(i);
    }

    const Run& run_;
    Network& net_;
};

}  // namespace

void find_roles(const Run& run, Network& network) { Roles(run, network).find(); }

}  // namespace tapestry
