// SPDX-License-Identifier: Apache-2.0
#include "explain/network/shared_blocks.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <set>

#include "base/letter_case.h"
#include "base/path_name.h"

namespace tapestry {

namespace {

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

}  // namespace

bool is_called_memory(std::string_view path) {
    return has_word(path, {"mem", "ram", "ddr", "hbm", "rom", "cache"});
}

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

}  // namespace tapestry
