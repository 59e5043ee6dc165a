// SPDX-License-Identifier: Apache-2.0
#include "hls/solve.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tapestry::hls {

namespace {

constexpr double kRounding_ns = 1e-9;

// A dependence or precedence: when `to` may start relative to `from`.
struct Edge {
    std::size_t from = 0, to = 0;
    int distance = 0;
    int cycles = 0;       // from the start of `from`
    bool chains = false;  // at exactly `cycles`, the delay of `from` counts too
};

std::vector<Edge> edges_of(const Problem& p) {
    std::vector<Edge> edges;
    for (const Dependence& d : p.dependences) {
        const int latency =
            static_cast<int>(p.operations[static_cast<std::size_t>(d.from)].latency);
        const bool needs_register = latency == 0 && d.distance > 0;
        edges.push_back({static_cast<std::size_t>(d.from), static_cast<std::size_t>(d.to),
                         static_cast<int>(d.distance), latency + (needs_register ? 1 : 0),
                         !needs_register});
    }
    for (const Precedence& d : p.precedences)
        edges.push_back({static_cast<std::size_t>(d.before), static_cast<std::size_t>(d.after),
                         static_cast<int>(d.distance), static_cast<int>(d.cycles), false});
    return edges;
}

// A point in time: cycle, and nanoseconds within it.
struct When {
    int cycle = 0;
    double ns = 0;
    bool operator<(const When& o) const {
        return cycle != o.cycle ? cycle < o.cycle : ns + kRounding_ns < o.ns;
    }
};

class Placer {
public:
    Placer(const Problem& problem, int interval)
        : p_(problem), interval_(interval), edges_(edges_of(problem)) {
        const std::size_t n = p_.operations.size();
        in_.resize(n);
        out_.resize(n);
        for (const Edge& e : edges_) {
            in_[e.to].push_back(&e);
            out_[e.from].push_back(&e);
        }
        at_.resize(n);
        placed_.assign(n, false);
        last_.assign(n, -1);
        rank_by_height();
    }

    std::optional<Schedule> place_all() {
        std::set<std::pair<std::size_t, std::size_t>> waiting;  // rank, operation
        for (std::size_t i = 0; i < rank_.size(); ++i) waiting.insert({rank_[i], i});
        std::size_t budget = 16 * rank_.size() + 64;
        while (!waiting.empty()) {
            if (budget-- == 0) return std::nullopt;
            const std::size_t op = waiting.begin()->second;
            waiting.erase(waiting.begin());
            if (own_result_ns(op) + p_.operations[op].delay_ns > p_.clock_ns + kRounding_ns)
                return std::nullopt;
            for (std::size_t out : place(op)) waiting.insert({rank_[out], out});
        }
        return schedule();
    }

private:
    void rank_by_height() {
        const std::size_t n = p_.operations.size();
        std::vector<std::size_t> order = topological();
        std::vector<double> height(n, 0);
        for (auto it = order.rbegin(); it != order.rend(); ++it)
            for (const Edge* e : out_[*it])
                if (e->distance == 0)
                    height[*it] = std::max(height[*it], height[e->to] + e->cycles + weight(*it));
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return height[a] > height[b]; });
        rank_.resize(n);
        for (std::size_t i = 0; i < n; ++i) rank_[order[i]] = i;
    }

    double weight(std::size_t op) const { return p_.operations[op].delay_ns / p_.clock_ns * 1e-3; }

    std::vector<std::size_t> topological() const {
        const std::size_t n = p_.operations.size();
        std::vector<std::size_t> order;
        std::vector<unsigned> inputs(n, 0);
        for (const Edge& e : edges_)
            if (e.distance == 0) ++inputs[e.to];
        for (std::size_t i = 0; i < n; ++i)
            if (inputs[i] == 0) order.push_back(i);
        for (std::size_t k = 0; k < order.size(); ++k)
            for (const Edge* e : out_[order[k]])
                if (e->distance == 0 && --inputs[e->to] == 0) order.push_back(e->to);
        return order;
    }

    When settled(std::size_t op) const {
        const Operation& o = p_.operations[op];
        if (o.latency == 0) return {at_[op].cycle, at_[op].ns + o.delay_ns};
        return {at_[op].cycle + static_cast<int>(o.latency), o.ready_ns};
    }

    // The earliest start that the edge allows its target, given where its source is placed.
    When allows(const Edge& e) const {
        const int shift = e.distance * interval_;
        if (e.chains) {
            const When w = settled(e.from);
            return {w.cycle - shift, w.ns};
        }
        return {at_[e.from].cycle + e.cycles - shift, 0};
    }

    When earliest(std::size_t op) const {
        When when{0, 0};
        for (const Edge* e : in_[op])
            if (placed_[e->from] && e->from != op && when < allows(*e)) when = allows(*e);
        const double own = own_result_ns(op), delay = p_.operations[op].delay_ns;
        when.ns = std::max(when.ns, own);
        if (when.ns + delay > p_.clock_ns + kRounding_ns) when = {when.cycle + 1, own};
        return when;
    }

    // If the operation uses its own result of an earlier iteration in the cycle in which that
    // arrives: the delay after which it settles; else 0.
    double own_result_ns(std::size_t op) const {
        for (const Edge* e : in_[op])
            if (e->from == op && e->chains && e->cycles == e->distance * interval_)
                return p_.operations[op].ready_ns;
        return 0;
    }

    std::pair<int, int> slot(int resource, int cycle) const {
        return {resource, interval_ ? cycle % interval_ : cycle};
    }

    // The operations that use the resource of `op` when it starts in this cycle. One that excludes
    // it does not, if it starts in the same cycle of the iteration.
    std::vector<std::size_t> rivals(std::size_t op, int cycle) const {
        std::vector<std::size_t> found;
        const auto it = taken_.find(slot(p_.operations[op].resource, cycle));
        if (it == taken_.end()) return found;
        for (const std::size_t other : it->second)
            if (at_[other].cycle != cycle ||
                !p_.are_exclusive(static_cast<int>(op), static_cast<int>(other)))
                found.push_back(other);
        return found;
    }

    bool is_free(std::size_t op, int cycle) const {
        const int resource = p_.operations[op].resource;
        return resource < 0 ||
               rivals(op, cycle).size() < p_.resources[static_cast<std::size_t>(resource)].limit;
    }

    void remove(std::size_t op, std::vector<std::size_t>& removed) {
        placed_[op] = false;
        if (const int r = p_.operations[op].resource; r >= 0)
            taken_[slot(r, at_[op].cycle)].erase(op);
        removed.push_back(op);
    }

    // Places `op` and returns the operations that it evicts.
    std::vector<std::size_t> place(std::size_t op) {
        std::vector<std::size_t> removed;
        const int resource = p_.operations[op].resource;
        const When first = earliest(op);
        int cycle = first.cycle;
        const int end = interval_ ? cycle + interval_ : cycle + (1 << 20);
        while (cycle < end && !is_free(op, cycle)) ++cycle;
        if (cycle == end) {
            cycle = std::max(first.cycle, last_[op] + 1);
            while (!is_free(op, cycle)) remove(rivals(op, cycle).back(), removed);
        }
        at_[op] = {cycle, cycle == first.cycle ? first.ns : own_result_ns(op)};
        last_[op] = cycle;
        placed_[op] = true;
        if (resource >= 0) taken_[slot(resource, cycle)].insert(op);
        for (const Edge* e : out_[op])
            if (placed_[e->to] && e->to != op && at_[e->to] < allows(*e)) remove(e->to, removed);
        return removed;
    }

    std::optional<Schedule> schedule() const {
        Schedule s;
        s.interval = static_cast<unsigned>(interval_);
        for (std::size_t i = 0; i < at_.size(); ++i) {
            s.cycle.push_back(static_cast<unsigned>(at_[i].cycle));
            s.start_ns.push_back(at_[i].ns);
            s.length = std::max(s.length, s.cycle.back() + p_.operations[i].latency + 1);
        }
        return s;
    }

    const Problem& p_;
    int interval_;
    std::vector<Edge> edges_;
    std::vector<std::vector<const Edge*>> in_, out_;
    std::vector<When> at_;
    std::vector<bool> placed_;
    std::vector<int> last_;
    std::vector<std::size_t> rank_;
    std::map<std::pair<int, int>, std::set<std::size_t>> taken_;
};

// The operations on a dependence cycle that does not fit into `interval`; empty: all fit.
std::vector<int> infeasible_cycle(const Problem& p, const std::vector<Edge>& edges, int interval) {
    const std::size_t n = p.operations.size();
    std::vector<double> at(n, 0);
    std::vector<int> before(n, -1);
    std::size_t moved = n;
    for (std::size_t round = 0; round <= 2 * n + 4 && moved != n + 1; ++round) {
        moved = n + 1;
        for (const Edge& e : edges) {
            const Operation& from = p.operations[e.from];
            const double settles = (from.latency == 0 ? from.delay_ns : from.ready_ns) / p.clock_ns;
            // A registered result starts at the beginning of its cycle; only combinational ones
            // chain.
            const double start =
                e.chains && from.latency == 0 ? at[e.from] : std::floor(at[e.from] + 1e-6);
            const double reach =
                start + e.cycles + (e.chains ? settles : 0) - e.distance * interval;
            if (reach <= at[e.to] + 1e-6) continue;
            at[e.to] = reach;
            before[e.to] = static_cast<int>(e.from);
            moved = e.to;
        }
    }
    if (moved >= n) return {};
    int on = static_cast<int>(moved);
    for (std::size_t i = 0; i < n; ++i) on = before[static_cast<std::size_t>(on)];
    std::vector<int> path = {on};
    for (int i = before[static_cast<std::size_t>(on)]; i != on;
         i = before[static_cast<std::size_t>(i)])
        path.push_back(i);
    std::reverse(path.begin(), path.end());
    return path;
}

// The cycles of an iteration until it is known whether another one starts.
unsigned cycles_to_exit(const Problem& p) {
    if (p.exit < 0) return 1;
    Problem straight = p;
    straight.is_loop = false;
    straight.resources.clear();
    for (Operation& op : straight.operations) op.resource = -1;
    std::erase_if(straight.dependences, [](const Dependence& d) { return d.distance > 0; });
    std::erase_if(straight.precedences, [](const Precedence& d) { return d.distance > 0; });
    const std::optional<Schedule> s = Placer(straight, 0).place_all();
    const auto exit = static_cast<std::size_t>(p.exit);
    return s->cycle[exit] + p.operations[exit].latency + 1;
}

bool exits_in_time(const Problem& p, const Schedule& s) {
    if (p.exit < 0) return true;
    const auto exit = static_cast<std::size_t>(p.exit);
    return s.cycle[exit] + p.operations[exit].latency < s.interval;
}

// How many operations of an iteration use the resource for certain: none of them excludes another.
unsigned uses_of(const Problem& p, int resource) {
    std::vector<int> together;
    for (std::size_t i = 0; i < p.operations.size(); ++i) {
        const int op = static_cast<int>(i);
        if (p.operations[i].resource == resource &&
            std::none_of(together.begin(), together.end(),
                         [&](int other) { return p.are_exclusive(op, other); }))
            together.push_back(op);
    }
    return static_cast<unsigned>(together.size());
}

}  // namespace

Bounds bounds_of(const Problem& p) {
    Bounds b;
    b.asked = p.least_interval;
    for (std::size_t r = 0; r < p.resources.size(); ++r) {
        const unsigned uses = uses_of(p, static_cast<int>(r));
        const unsigned needs = (uses + p.resources[r].limit - 1) / p.resources[r].limit;
        if (needs > b.resource) {
            b.resource = needs;
            b.resource_index = static_cast<int>(r);
        }
    }
    b.exit = cycles_to_exit(p);
    const std::vector<Edge> edges = edges_of(p);
    for (;; ++b.recurrence) {
        std::vector<int> path = infeasible_cycle(p, edges, static_cast<int>(b.recurrence));
        if (path.empty()) break;
        b.recurrence_path = std::move(path);
    }
    return b;
}

std::optional<Schedule> solve(const Problem& problem, unsigned most) {
    if (!problem.is_loop) return Placer(problem, 0).place_all();
    for (unsigned interval = bounds_of(problem).interval(); interval <= most; ++interval)
        if (auto s = Placer(problem, static_cast<int>(interval)).place_all();
            s && exits_in_time(problem, *s))
            return s;
    return std::nullopt;
}

}  // namespace tapestry::hls
