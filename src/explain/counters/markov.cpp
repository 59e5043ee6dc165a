// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/markov.h"

#include <algorithm>
#include <map>
#include <set>

#include "explain/counters/components.h"

namespace tapestry {

namespace {

constexpr std::size_t kMostLoops = 64;  // of one machine
constexpr int kDeepestLoop = 8;

double ratio(std::uint64_t a, std::uint64_t b) {
    return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b);
}

class LoopSearch {
public:
    explicit LoopSearch(const TapNumbers& machine) : machine_(machine) {}

    std::vector<Loop> run() {
        std::vector<std::uint64_t> all;
        for (std::uint64_t s = 0; s < machine_.states.size(); ++s) {
            if (machine_.states[s].cycles > 0) all.push_back(s);
        }
        search(all, 0);
        return std::move(loops_);
    }

private:
    void search(const std::vector<std::uint64_t>& states, int depth) {
        if (depth > kDeepestLoop) return;
        std::map<std::uint64_t, std::size_t> index;
        for (const std::uint64_t s : states) index.emplace(s, index.size());
        Adjacency next(states.size());
        for (const TransitionNumbers& t : machine_.transitions) {
            const auto from = index.find(t.from), to = index.find(t.to);
            if (t.count > 0 && from != index.end() && to != index.end())
                next[from->second].push_back(to->second);
        }
        for (const auto& members : components(next)) {
            if (members.size() < 2 || loops_.size() >= kMostLoops) continue;
            std::vector<std::uint64_t> loop;
            for (const std::size_t m : members) loop.push_back(states[m]);
            add(loop, depth);
        }
    }

    void add(std::vector<std::uint64_t> states, int depth) {
        std::sort(states.begin(), states.end());
        const std::set<std::uint64_t> inside(states.begin(), states.end());
        const std::uint64_t head = head_of(states, inside);
        Loop loop;
        loop.states = walk_from(head, inside);
        std::uint64_t back = 0;
        for (const TransitionNumbers& t : machine_.transitions) {
            if (t.to == head && inside.contains(t.from)) back += t.count;
        }
        loop.iterations = static_cast<double>(back);
        for (const std::uint64_t s : states) loop.cycles += machine_.states[s].cycles;
        loop.quality = machine_.quality;
        if (back > 0) loops_.push_back(std::move(loop));
        std::erase(states, head);
        search(states, depth + 1);
    }

    // Where the loop is entered from outside most often; for one that nothing enters, its first.
    std::uint64_t head_of(const std::vector<std::uint64_t>& states,
                          const std::set<std::uint64_t>& inside) const {
        std::map<std::uint64_t, std::uint64_t> entered;
        for (const TransitionNumbers& t : machine_.transitions) {
            if (inside.contains(t.to) && !inside.contains(t.from)) entered[t.to] += t.count;
        }
        std::uint64_t head = states.front(), most = 0;
        for (const auto& [state, count] : entered) {
            if (count > most) head = state, most = count;
        }
        return head;
    }

    // The states in the order of the likeliest way round; what it misses follows.
    std::vector<std::uint64_t> walk_from(std::uint64_t head,
                                         const std::set<std::uint64_t>& inside) const {
        std::vector<std::uint64_t> order = {head};
        std::set<std::uint64_t> left = inside;
        left.erase(head);
        for (std::uint64_t at = head; !left.empty();) {
            std::uint64_t best = *left.begin(), most = 0;
            for (const TransitionNumbers& t : machine_.transitions) {
                if (t.from == at && left.contains(t.to) && t.count > most)
                    best = t.to, most = t.count;
            }
            order.push_back(best);
            left.erase(best);
            at = best;
        }
        return order;
    }

    const TapNumbers& machine_;
    std::vector<Loop> loops_;
};

}  // namespace

std::vector<MarkovStep> markov_of(const TapNumbers& machine) {
    std::vector<std::uint64_t> left(machine.states.size());
    for (const TransitionNumbers& t : machine.transitions) left[t.from] += t.count;
    std::vector<MarkovStep> steps;
    for (const TransitionNumbers& t : machine.transitions) {
        if (t.count == 0) continue;
        const StateNumbers& from = machine.states[t.from];
        steps.push_back(
            {t.from, t.to, ratio(t.count, left[t.from]), ratio(from.cycles, from.entries)});
    }
    return steps;
}

std::vector<Loop> loops_of(const TapNumbers& machine) { return LoopSearch(machine).run(); }

}  // namespace tapestry
