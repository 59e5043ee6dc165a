// SPDX-License-Identifier: Apache-2.0
#include "explain/network/roles.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/letter_case.h"
#include "base/path_name.h"
#include "explain/network/network.h"

namespace tapestry {

namespace {

// Blocks that others share. A lock is awaited by states of several blocks, waits for nobody but
// them, and is granted to the first comer. A memory responds to requests and is named like one. Any
// other block that responds to several requesters is a bus.

bool has_word(std::string_view path, std::initializer_list<const char*> words) {
    const std::string name = in_lower_case(path);
    return std::any_of(words.begin(), words.end(),
                       [&](const char* word) { return name.find(word) != std::string::npos; });
}

bool is_called_lock(std::string_view path) {
    return has_word(last_part(path), {"lock", "mutex", "semaphore"});
}

// A thread of a program that others wait for works, or waits itself; it is not a shared resource.
bool is_software(const Run& run, const NetworkBlock& block) {
    return std::any_of(block.machines.begin(), block.machines.end(), [&](int tap) {
        const auto clock =
            static_cast<std::size_t>(run.taps[static_cast<std::size_t>(tap)].tap.clock);
        return clock < run.clocks.size() && run.clocks[clock].unit == "ns";
    });
}

// Whether the first comer gets the lock: from the state that waits for all, the machine goes
// directly to that of the holder. A machine that gets there otherwise is a pipeline stage that
// serves one after the other.
bool is_free_for_all(const Run& run, const Network& net, std::size_t block,
                     const std::map<std::size_t, std::size_t>& waits, std::size_t all) {
    const TapNumbers& machine =
        run.taps[static_cast<std::size_t>(net.blocks[block].machines.front())];
    auto waits_for = [&](std::size_t state) {
        const auto at = waits.find(state);
        return at == waits.end() ? 0 : at->second;
    };
    bool free = false;
    for (const auto& [state, count] : waits) free = free || count == all;
    for (const TransitionNumbers& t : machine.transitions)
        free = free && (waits_for(t.to) != 1 || waits_for(t.from) >= 1 || t.from == t.to);
    return free;
}

// A state of the lock that waits for only one of the holders is the state in which that one holds
// it. Without such states several blocks merely wait for one thing, and only its name can make it a
// lock.
bool is_lock(const Run& run, Network& net, std::size_t block, const std::set<int>& holders) {
    if (net.blocks[block].machines.empty()) return is_called_lock(net.blocks[block].path);
    std::map<std::size_t, std::size_t> waits;  // by state of its machine: for how many
    for (const std::size_t i : net.links_of[block]) {
        if (!holders.contains(net.links[i].on)) return false;
        for (const StateRef& s : net.links[i].states) ++waits[s.state];
    }
    if (!is_free_for_all(run, net, block, waits, holders.size())) return false;
    for (const std::size_t i : net.links_of[block]) {
        Link& l = net.links[i];
        std::copy_if(l.states.begin(), l.states.end(), std::back_inserter(l.held),
                     [&](const StateRef& s) { return waits[s.state] == 1; });
        if (l.held.empty()) return false;
        std::erase_if(l.states, [&](const StateRef& s) { return waits[s.state] == 1; });
    }
    return net.blocks[block].machines.size() <= 1;
}

bool is_called_memory(std::string_view path) {
    return has_word(path, {"mem", "ram", "ddr", "hbm", "rom", "cache"});
}

// Sets the kind of such blocks; for a lock, separates the states in which it is held from those in
// which it is free.
void name_shared(const Run& run, Network& net) {
    std::vector<std::set<int>> holders(net.blocks.size()), askers(net.blocks.size());
    auto is_granted = [&](const Link& l) {
        return l.channel >= 0 &&
               has_word(run.taps[static_cast<std::size_t>(l.channel)].tap.observed("ready"),
                        {"gnt", "grant"});
    };
    for (const Link& l : net.links) {
        const auto on = static_cast<std::size_t>(l.on);
        if (l.kind == WaitKind::synchronise && l.channel < 0) holders[on].insert(l.by);
        if (l.kind == WaitKind::send && is_called_lock(net.blocks[on].path))
            holders[on].insert(l.by);
        if (l.kind == WaitKind::receive && net.asks(l)) askers[on].insert(l.by);
        // A block that waits for a grant requests something that others may hold.
        if (l.kind == WaitKind::send && is_granted(l)) askers[on].insert(l.by);
    }
    for (std::size_t b = 0; b < net.blocks.size(); ++b) {
        NetworkBlock& block = net.blocks[b];
        if (block.kind != BottleneckKind::compute || is_software(run, block)) continue;
        if (holders[b].size() > 1 && is_lock(run, net, b, holders[b]))
            block.kind = BottleneckKind::lock;
        else if (!askers[b].empty() && is_called_memory(last_part(block.path)))
            block.kind = BottleneckKind::memory;
        else if (askers[b].size() > 1)
            block.kind = BottleneckKind::bus;
    }
}

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
