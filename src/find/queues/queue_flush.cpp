// SPDX-License-Identifier: Apache-2.0
#include "find/queues/queue_flush.h"

#include <algorithm>

#include "find/module/condition.h"
#include "find/module/counting.h"
#include "find/queues/queue_depth.h"

namespace tapestry {

namespace {

// A one-bit signal of a module and the value that empties the queue.
using Flush = std::pair<VarId, bool>;
using Flushes = std::optional<std::set<Flush>>;

std::optional<Flush> single_bit(const Module& module, ExprId id, bool holds) {
    const Expr& e = module.expr(id);
    if (e.op == Op::not_) return single_bit(module, e.args[0], !holds);
    if (e.op != Op::ref || e.width != 1) return std::nullopt;
    return Flush{e.var, holds};
}

bool writes_memory(const Subject& on) {
    return std::any_of(on.module.assignments.begin(), on.module.assignments.end(),
                       [](const Assignment& a) { return a.to_element; });
}

// True if an array index of the module depends on outputs of the instance.
bool indexes_memory(const Subject& on, const Instance& instance) {
    std::set<VarId> outputs;
    for (const Connection& c : instance.connections) {
        if (c.direction == Direction::output && c.value != kNone)
            on.index.for_each_ref(c.value, [&](VarId v, ExprId) { outputs.insert(v); });
    }
    auto uses = [&](ExprId index) {
        bool found = false;
        on.index.for_each_ref(index,
                              [&](VarId v, ExprId) { found = found || outputs.contains(v); });
        return found;
    };
    for (const Assignment& a : on.module.assignments) {
        if (a.to_element && a.element_index != kNone && uses(a.element_index)) return true;
    }
    return std::any_of(on.module.exprs.begin(), on.module.exprs.end(),
                       [&](const Expr& e) { return e.op == Op::array_select && uses(e.args[1]); });
}

// The conditions other than reset that set a register to a constant. An assignment whose guards
// read the register is its wrap-around.
Flushes flushes_of(const Subject& on, VarId v) {
    std::set<Flush> found;
    for (std::int32_t id : on.index.drivers(v)) {
        const Assignment& a = on.index.assignment(id);
        if (!on.index.is_clocked(a) || on.module.expr(a.value).op != Op::constant) continue;
        const std::vector<Guard> guards = without_reset(on.index, a.guards);
        bool itself = false;
        for (const Guard& guard : guards)
            on.index.for_each_ref(guard, [&](VarId r, ExprId) { itself = itself || r == v; });
        if (guards.empty() || itself) continue;
        const auto bit = guards.size() == 1 && !guards[0].is_case
                             ? single_bit(on.module, guards[0].condition, guards[0].holds)
                             : std::nullopt;
        if (!bit) return std::nullopt;
        found.insert(*bit);
    }
    return found;
}

// The bits of the parent connected to these bits of an instance.
Flushes lifted(const Subject& on, const Instance& instance, const Subject& below,
               const std::set<Flush>& inner) {
    std::set<Flush> found;
    for (const auto& [var, holds] : inner) {
        std::optional<Flush> bit;
        for (const Connection& c : instance.connections) {
            if (c.port == below.module.var(var).name && c.value != kNone)
                bit = single_bit(on.module, c.value, holds);
        }
        if (!bit) return std::nullopt;
        found.insert(*bit);
    }
    return found;
}

// An instance holds the pointers if it also holds the array or drives its index.
Flushes search(const Subject& on, int levels) {
    std::set<Flush> found;
    for (const Instance& instance : on.module.instances) {
        const Subject below(on.design, instance.module, on.indexes, on.clocking, on.listening,
                            on.names, on.findings);
        if (below.module.is_interface || instance.is_array || levels == 0) continue;
        Flushes inner = search(below, levels - 1);
        if (!inner) return std::nullopt;
        const bool places = writes_memory(below) || indexes_memory(on, instance);
        for (VarId v = 0; places && v < below.var_count(); ++v) {
            if (!is_kept(below, v) ||
                (!counts(below, v, Op::add) && !counts(below, v, Op::subtract)))
                continue;
            const Flushes own = flushes_of(below, v);
            if (!own) return std::nullopt;
            inner->insert(own->begin(), own->end());
        }
        const Flushes here = lifted(on, instance, below, *inner);
        if (!here) return std::nullopt;
        found.insert(here->begin(), here->end());
    }
    return found;
}

}  // namespace

std::optional<std::set<std::string>> flushes_below(const Subject& on) {
    const Flushes found = search(on, kLevelsOfMemory);
    if (!found) return std::nullopt;
    std::set<std::string> texts;
    for (const auto& [var, holds] : *found) texts.insert((holds ? "" : "!") + on.text(var));
    return texts;
}

}  // namespace tapestry
