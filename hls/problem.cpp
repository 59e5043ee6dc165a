// SPDX-License-Identifier: Apache-2.0
#include "hls/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tapestry::hls {

namespace {

constexpr double kSlack_ns = 1e-6;

bool in_range(const Problem& p, int index) {
    return index >= 0 && static_cast<std::size_t>(index) < p.operations.size();
}

// A dependence cycle within one iteration cannot be scheduled.
bool has_cycle(const Problem& p) {
    const std::size_t n = p.operations.size();
    std::vector<std::vector<std::size_t>> next(n);
    std::vector<unsigned> inputs(n, 0);
    auto add = [&](int from, int to, unsigned distance) {
        if (distance > 0) return;
        next[static_cast<std::size_t>(from)].push_back(static_cast<std::size_t>(to));
        ++inputs[static_cast<std::size_t>(to)];
    };
    for (const Dependence& d : p.dependences) add(d.from, d.to, d.distance);
    for (const Precedence& d : p.precedences) add(d.before, d.after, d.distance);
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < n; ++i)
        if (inputs[i] == 0) ready.push_back(i);
    std::size_t done = 0;
    for (; done < ready.size(); ++done)
        for (std::size_t to : next[ready[done]])
            if (--inputs[to] == 0) ready.push_back(to);
    return done != n;
}

std::string judge_dependences(const Problem& p, const Schedule& s) {
    for (const Dependence& d : p.dependences) {
        const auto from = static_cast<std::size_t>(d.from), to = static_cast<std::size_t>(d.to);
        const Operation& op = p.operations[from];
        const unsigned arrives = s.cycle[from] + op.latency;
        const unsigned used = s.cycle[to] + d.distance * s.interval;
        if (used < arrives)
            return fmt::format("operation {} is used by {} before it is there", d.from, d.to);
        if (used > arrives) continue;
        if (d.distance > 0 && op.latency == 0)
            return fmt::format("operation {} reaches the next iteration without a register",
                               d.from);
        const double settled = op.latency == 0 ? s.start_ns[from] + op.delay_ns : op.ready_ns;
        if (s.start_ns[to] + kSlack_ns < settled)
            return fmt::format("operation {} starts before {} has settled", d.to, d.from);
    }
    return {};
}

std::string judge_precedences(const Problem& p, const Schedule& s) {
    for (const Precedence& d : p.precedences) {
        const unsigned before = s.cycle[static_cast<std::size_t>(d.before)];
        const unsigned after = s.cycle[static_cast<std::size_t>(d.after)];
        if (after + d.distance * s.interval < before + d.cycles)
            return fmt::format("operation {} overtakes {}", d.after, d.before);
    }
    return {};
}

// Whether more than `limit` of these operations, all on one resource and slot, need it at once.
bool need_more(const Problem& p, const Schedule& s, const std::vector<int>& ops, unsigned limit,
               std::vector<int>& together) {
    if (together.size() > limit) return true;
    for (const int op : ops) {
        if (!together.empty() && op <= together.back()) continue;
        const bool is_apart = std::any_of(together.begin(), together.end(), [&](int other) {
            return p.are_exclusive(op, other) && s.cycle[static_cast<std::size_t>(op)] ==
                                                     s.cycle[static_cast<std::size_t>(other)];
        });
        if (is_apart) continue;
        together.push_back(op);
        if (need_more(p, s, ops, limit, together)) return true;
        together.pop_back();
    }
    return false;
}

std::string judge_resources(const Problem& p, const Schedule& s) {
    std::map<std::pair<int, unsigned>, std::vector<int>> used;
    for (std::size_t i = 0; i < p.operations.size(); ++i) {
        const int resource = p.operations[i].resource;
        const unsigned slot = s.interval ? s.cycle[i] % s.interval : s.cycle[i];
        if (resource >= 0) used[{resource, slot}].push_back(static_cast<int>(i));
    }
    for (const auto& [where, ops] : used) {
        const Resource& r = p.resources[static_cast<std::size_t>(where.first)];
        std::vector<int> together;
        if (need_more(p, s, ops, r.limit, together))
            return fmt::format("{} is used more than {} times in cycle {}", r.name, r.limit,
                               where.second);
    }
    return {};
}

}  // namespace

std::string check(const Problem& p) {
    for (const Dependence& d : p.dependences)
        if (!in_range(p, d.from) || !in_range(p, d.to)) return "a dependence names no operation";
    for (const Precedence& d : p.precedences)
        if (!in_range(p, d.before) || !in_range(p, d.after))
            return "a precedence names no operation";
    for (const Operation& op : p.operations) {
        if (op.resource >= static_cast<int>(p.resources.size()))
            return "an operation uses no resource";
        if (op.delay_ns > p.clock_ns || op.ready_ns > p.clock_ns)
            return "an operation takes longer than the clock";
    }
    for (const Resource& r : p.resources)
        if (r.limit == 0) return "a resource has no instance";
    if (p.exit >= 0 && !in_range(p, p.exit)) return "the exit names no operation";
    if (has_cycle(p)) return "an operation depends on itself";
    return {};
}

std::string verify(const Problem& p, const Schedule& s) {
    if (s.cycle.size() != p.operations.size() || s.start_ns.size() != p.operations.size())
        return "not every operation is scheduled";
    if (p.is_loop && s.interval == 0) return "a loop has no initiation interval";
    if (p.is_loop && p.exit >= 0) {
        const auto exit = static_cast<std::size_t>(p.exit);
        if (s.cycle[exit] + p.operations[exit].latency >= s.interval)
            return "the next iteration starts before it is known whether there is one";
    }
    for (std::size_t i = 0; i < p.operations.size(); ++i) {
        if (s.cycle[i] + p.operations[i].latency >= s.length)
            return fmt::format("operation {} ends after the schedule", i);
        if (s.start_ns[i] + p.operations[i].delay_ns > p.clock_ns + kSlack_ns)
            return fmt::format("operation {} ends after the edge of the clock", i);
    }
    for (const auto& judge : {judge_dependences, judge_precedences, judge_resources})
        if (const std::string wrong = judge(p, s); !wrong.empty()) return wrong;
    return {};
}

}  // namespace tapestry::hls
