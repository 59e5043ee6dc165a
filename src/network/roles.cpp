// SPDX-License-Identifier: Apache-2.0
#include "network/roles.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/path_name.h"

namespace tapestry {

namespace {

constexpr int kUnknown = -1;  // depth of a block that seems to answer requests

class Roles {
public:
    Roles(const Run& run, Network& network) : run_(run), net_(network) {}

    void find() {
        find_calls();
        number_pairs();
        find_servers();
        name_shared();
    }

private:
    // Requests come from blocks that have other neighbours too. Where there are none, they come
    // from blocks with one neighbour, that are not called memories; else from those at an outer
    // memory.
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

    // From blocks that ask to those that answer, as far as it is not known yet who does what.
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

    // Blocks that others share. A lock is what several blocks wait for in their states, while it
    // waits for nobody but them; a memory answers requests and is called one; what else answers the
    // requests of several is a bus.
    void name_shared() {
        std::vector<std::set<int>> holders(net_.blocks.size()), askers(net_.blocks.size());
        for (const Link& l : net_.links) {
            const auto on = static_cast<std::size_t>(l.on);
            if (l.kind == WaitKind::synchronise && l.channel < 0) holders[on].insert(l.by);
            if (l.kind == WaitKind::receive && net_.asks(l)) askers[on].insert(l.by);
        }
        for (std::size_t b = 0; b < net_.blocks.size(); ++b) {
            NetworkBlock& block = net_.blocks[b];
            if (block.kind != BottleneckKind::compute || is_software(block)) continue;
            if (holders[b].size() > 1 && is_lock(b, holders[b]))
                block.kind = BottleneckKind::lock;
            else if (!askers[b].empty() && is_called_memory(last_part(block.path)))
                block.kind = BottleneckKind::memory;
            else if (askers[b].size() > 1)
                block.kind = BottleneckKind::bus;
        }
    }

    // A thread that others wait for works, or waits itself: it is nothing that they share.
    bool is_software(const NetworkBlock& block) const {
        return std::any_of(block.machines.begin(), block.machines.end(), [&](int tap) {
            const int clock = run_.taps[static_cast<std::size_t>(tap)].tap.clock;
            return clock >= 0 && run_.clocks[static_cast<std::size_t>(clock)].unit == "ns";
        });
    }

    // A state of the lock that waits for one of its holders alone is one in which that one has it.
    // Without such states several blocks wait for one thing; that it is a lock only a name can say.
    bool is_lock(std::size_t block, const std::set<int>& holders) {
        if (net_.links_of[block].empty())
            return has_word(last_part(net_.blocks[block].path), {"lock", "mutex", "semaphore"});
        std::map<std::size_t, int> waits;  // by state of its machine: for how many
        for (const std::size_t i : net_.links_of[block]) {
            if (!holders.contains(net_.links[i].on)) return false;
            for (const StateRef& s : net_.links[i].states) ++waits[s.state];
        }
        for (const std::size_t i : net_.links_of[block]) {
            Link& l = net_.links[i];
            std::copy_if(l.states.begin(), l.states.end(), std::back_inserter(l.held),
                         [&](const StateRef& s) { return waits[s.state] == 1; });
            if (l.held.empty()) return false;
            std::erase_if(l.states, [&](const StateRef& s) { return waits[s.state] == 1; });
        }
        return net_.blocks[block].machines.size() <= 1;
    }

    static bool is_called_memory(std::string_view path) {
        return has_word(path, {"mem", "ram", "ddr", "hbm", "rom", "cache"});
    }

    static bool has_word(std::string_view path, std::initializer_list<const char*> words) {
        std::string name(path);
        for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        return std::any_of(words.begin(), words.end(),
                           [&](const char* word) { return name.find(word) != std::string::npos; });
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
