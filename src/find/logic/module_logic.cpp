// SPDX-License-Identifier: Apache-2.0
#include "find/logic/module_logic.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "find/logic/design_logic.h"
#include "find/logic/expression_logic.h"

namespace tapestry {

namespace {

constexpr std::size_t kLeastBudget = 100'000;
constexpr std::size_t kMostBudget = 200'000;
constexpr std::size_t kNodesForAnExpression = 40;

std::size_t budget_of(const Module& module) {
    return std::clamp(module.exprs.size() * kNodesForAnExpression, kLeastBudget, kMostBudget);
}

}  // namespace

ModuleLogic::ModuleLogic(DesignLogic& all, ModuleId module)
    : id_(module),
      vars_(all.design(), all.design().modules[module]),
      atoms_(budget_of(vars_.module())),
      instances_(all, *this) {
    for (const InactiveReset& reset : all.resets(module)) inactive_[reset.var] = reset.value;
}

ModuleLogic::Node ModuleLogic::fresh(Bit bit, Atom atom) {
    const bool is_element = vars_.elements(bit.var) > 1;
    return atoms_.fresh(std::move(atom),
                        is_element ? Diagram::Kind::element : order_kind(vars_.width(bit.var)));
}

ModuleLogic::Node ModuleLogic::input(Bit bit) {
    const auto known = inputs_.find(bit);
    if (known != inputs_.end()) return known->second;
    return inputs_[bit] = fresh(bit, {Atom::Kind::input, bit, kNone, {}});
}

ModuleLogic::Node ModuleLogic::value(Bit bit) {
    if (const auto reset = inactive_.find(bit.var); reset != inactive_.end())
        return reset->second ? Diagram::kTrue : Diagram::kFalse;
    if (const auto known = values_.find(bit); known != values_.end()) return known->second;
    if (vars_.is_state(bit.var)) {
        if (vars_.is_memory(bit.var)) bit.element = 0;
        return values_[bit] = fresh(bit, {Atom::Kind::state, bit, kNone, {}});
    }
    if (atoms_.too_deep()) return fresh(bit);
    // A value that depends on itself, through other bits of a vector or a latch, is unknown.
    const Node unknown = fresh(bit);
    values_[bit] = unknown;
    const Atoms::Deeper deeper(atoms_);
    return values_[bit] = computed(bit);
}

ModuleLogic::Node ModuleLogic::computed(Bit bit) {
    const std::vector<Var>& known = module().vars;
    const auto at = static_cast<std::size_t>(bit.var);
    if (at < known.size() && known[at].is_parameter) return atoms_.fresh();
    if (at < known.size() && known[at].direction == Direction::input && !known[at].is_local)
        return input(bit);
    Node result = Diagram::kFalse;
    bool any = false;
    for (AssignmentId id : vars_.writers(bit.var)) {
        const Assignment& a = vars_.assignment(id);
        if (!writes(module(), a, bit)) continue;
        if (!any) result = fresh(bit);  // its value where nothing is assigned
        any = true;
        const ReadAt here{a.process, id};
        result = diagram().ite(diagram().both(guards(a, id), hits(a, bit, here)),
                               assigned(a, bit, here), result);
    }
    return any ? result : instances_.driving(bit);
}

ModuleLogic::Node ModuleLogic::next(Bit bit) {
    if (const auto known = nexts_.find(bit); known != nexts_.end()) return known->second;
    Node result = value(bit);
    nexts_[bit] = result;
    for (AssignmentId id : vars_.writers(bit.var)) {
        const Assignment& a = vars_.assignment(id);
        if (!writes(module(), a, bit)) continue;
        const ReadAt here{a.process, id};
        result = diagram().ite(diagram().both(guards(a, id), hits(a, bit, here)),
                               assigned(a, bit, here), result);
    }
    return nexts_[bit] = result;
}

// After a `=` in its process, a variable has the value of that assignment.
ModuleLogic::Node ModuleLogic::read(Bit bit, ReadAt at) {
    if (at.process == kNone || inactive_.contains(bit.var)) return value(bit);
    const std::vector<AssignmentId>& writers = vars_.writers(bit.var);
    if (writers.empty()) return value(bit);
    std::size_t count = 0;
    for (AssignmentId id : writers) {
        const Assignment& a = vars_.assignment(id);
        if (a.process == at.process && a.blocking && id < at.before) ++count;
    }
    const bool clocked = vars_.is_clocked(at.process);
    if (count == 0) {
        const Assignment& first = vars_.assignment(writers.front());
        // Read before assigned: the previous value, which only a latch has.
        if (!clocked && first.process == at.process) return fresh(bit);
        return value(bit);
    }
    return after(bit, at.process, count,
                 clocked && vars_.is_state(bit.var) ? value(bit) : fresh(bit));
}

// The value after the first `count` assignments of a process to the variable.
ModuleLogic::Node ModuleLogic::after(Bit bit, ProcessId process, std::size_t count, Node start) {
    if (count == 0) return start;
    const auto key = std::make_tuple(bit, process, count);
    if (const auto known = after_memo_.find(key); known != after_memo_.end()) return known->second;
    if (atoms_.too_deep()) return fresh(bit);
    const Atoms::Deeper deeper(atoms_);
    std::size_t seen = 0;
    AssignmentId last = kNone;
    for (AssignmentId id : vars_.writers(bit.var)) {
        const Assignment& a = vars_.assignment(id);
        if (a.process == process && a.blocking && ++seen == count) last = id;
    }
    Node result = after(bit, process, count - 1, start);
    const Assignment& a = vars_.assignment(last);
    if (writes(module(), a, bit)) {
        const ReadAt here{process, last};
        result = diagram().ite(diagram().both(guards(a, last), hits(a, bit, here)),
                               assigned(a, bit, here), result);
    }
    return after_memo_[key] = result;
}

ModuleLogic::Node ModuleLogic::assigned(const Assignment& a, Bit bit, ReadAt at) {
    const bool shifted = !a.whole && !a.dynamic && !(a.to_element && a.slice_index == kNone);
    std::uint64_t position = bit.position - (shifted ? a.lsb : 0);
    if (a.dynamic) position = bit.position % std::max<std::uint32_t>(a.width, 1);
    return ExpressionLogic(*this, at).bit(a.value, a.to_element ? 0 : bit.element, position);
}

// When an assignment with a variable index writes the bit.
ModuleLogic::Node ModuleLogic::hits(const Assignment& a, Bit bit, ReadAt at) {
    Node result = Diagram::kTrue;
    ExpressionLogic logic(*this, at);
    if (a.to_element && module().expr(a.element_index).op != Op::constant &&
        !vars_.is_memory(bit.var))
        result = logic.equals(a.element_index, bit.element);
    if (!a.dynamic || a.target_expr == kNone) return result;
    const Expr& target = module().expr(a.target_expr);
    if (target.op != Op::select) return result;
    const std::uint64_t step = std::max<std::uint32_t>(a.width, 1);
    return diagram().both(result, logic.equals(target.args[1], bit.position - bit.position % step));
}

ModuleLogic::Node ModuleLogic::guards(const Assignment& a, AssignmentId) {
    Node result = Diagram::kTrue;
    for (const Guard& g : a.guards) {
        if (result == Diagram::kFalse) break;
        result = diagram().both(result, guard(g, a.process));
    }
    return result;
}

// A condition is evaluated where its branches begin.
ModuleLogic::Node ModuleLogic::guard(const Guard& g, ProcessId process) {
    const ReadAt at{process, vars_.first_use(g.condition)};
    if (g.is_case) return case_item(g, at);
    const Node holds = ExpressionLogic(*this, at).truth(g.condition);
    return g.holds ? holds : diagram().negated(holds);
}

// A case item is taken if it matches and no earlier item does.
ModuleLogic::Node ModuleLogic::case_item(const Guard& g, ReadAt at) {
    if (!g.holds) return diagram().negated(matches(g, at));
    Node result = matches(g, at);
    for (const auto& earlier : vars_.case_items(g.condition)) {
        if (earlier == g.matches || result == Diagram::kFalse) break;
        Guard other = g;
        other.matches = earlier;
        result = diagram().both(result, diagram().negated(matches(other, at)));
    }
    return result;
}

ModuleLogic::Node ModuleLogic::matches(const Guard& g, ReadAt at) {
    Node any = Diagram::kFalse;
    for (ExprId match : g.matches)
        any = diagram().either(any, ExpressionLogic(*this, at).equal(g.condition, match));
    return any;
}

std::vector<ModuleLogic::Write> ModuleLogic::memory_writes() {
    std::vector<Write> all;
    for (const auto& [var, ids] : vars_.writers()) {
        if (!vars_.is_state(var) || !vars_.is_memory(var)) continue;
        for (AssignmentId id : ids) {
            const Assignment& a = vars_.assignment(id);
            ExpressionLogic logic(*this, {a.process, id});
            Write write{guards(a, id), logic.bits(a.value)};
            if (a.element_index != kNone) {
                for (Node n : logic.bits(a.element_index)) write.operands.push_back(n);
            }
            all.push_back(std::move(write));
        }
    }
    return all;
}

}  // namespace tapestry
