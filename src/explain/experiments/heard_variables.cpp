// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/heard_variables.h"

#include <map>
#include <vector>

#include "explain/experiments/neighbours.h"

namespace tapestry {

namespace {

std::set<VarId> read_variables(const Module& module, const Assignment& a) {
    std::set<VarId> read;
    for (const ExprId expr : read_by(a)) add_mentions(module, expr, read);
    return read;
}

// What is seen at once: ports that lead out, pins of instances, targets in other scopes.
std::set<VarId> seen_outside(const Module& module) {
    std::set<VarId> seen;
    for (const VarId v : module.vars.ids()) {
        const Direction direction = module.vars[v].direction;
        if (direction != Direction::none && direction != Direction::input) seen.insert(v);
    }
    for (const Instance& instance : module.instances)
        for (const Connection& c : instance.connections) add_mentions(module, c.value, seen);
    for (const Assignment& a : module.assignments)
        if (a.target == kNone) seen.merge(read_variables(module, a));
    return seen;
}

}  // namespace

std::set<VarId> heard_variables(const Module& module) {
    std::map<VarId, std::vector<const Assignment*>> written_by;
    for (const Assignment& a : module.assignments)
        if (a.target != kNone) written_by[a.target].push_back(&a);
    std::set<VarId> heard = seen_outside(module);
    std::vector<VarId> open(heard.begin(), heard.end());
    while (!open.empty()) {
        const VarId var = open.back();
        open.pop_back();
        for (const Assignment* a : written_by[var])
            for (const VarId read : read_variables(module, *a))
                if (heard.insert(read).second) open.push_back(read);
    }
    return heard;
}

}  // namespace tapestry
