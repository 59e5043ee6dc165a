// SPDX-License-Identifier: Apache-2.0
#include "logic/module_logic.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "logic/design_logic.h"
#include "logic/expression_logic.h"

namespace tapestry {

namespace {

constexpr std::size_t kLeastBudget = 20'000;
constexpr std::size_t kMostBudget = 100'000;
constexpr std::size_t kNodesForAnExpression = 40;
constexpr std::uint32_t kNarrow = 8;         // registers up to this width are followed bit by bit
constexpr std::uint64_t kMostElements = 16;  // longer arrays are memories
constexpr int kDeepest = 1500;               // of values that hang on one another

std::size_t budget_of(const Module& module) {
    return std::clamp(module.exprs.size() * kNodesForAnExpression, kLeastBudget, kMostBudget);
}

// The variables that an output is connected to.
void for_each_target(const Module& module, ExprId id, const std::function<void(VarId)>& visit) {
    const Expr& e = module.expr(id);
    if (e.op == Op::ref) visit(e.var);
    if (e.op == Op::select || e.op == Op::array_select)
        return for_each_target(module, e.args[0], visit);
    if (e.op != Op::concatenate) return;
    for (ExprId part : e.args) for_each_target(module, part, visit);
}

}  // namespace

ModuleLogic::ModuleLogic(DesignLogic& all, std::int32_t module)
    : all_(all),
      id_(module),
      module_(all.design().modules[static_cast<std::size_t>(module)]),
      diagram_(budget_of(module_)) {
    for (const InactiveReset& reset : all.resets(module)) inactive_[reset.var] = reset.value;
    index_module();
}

void ModuleLogic::index_module() {
    for (const Expr& e : module_.exprs) {
        if (e.op == Op::outer_ref) add_outer(e.text, e.width);
    }
    for (std::size_t i = 0; i < module_.instances.size(); ++i) {
        for (const Connection& c : module_.instances[i].connections) {
            if (c.direction != Direction::output || c.value == kNone) continue;
            for_each_target(module_, c.value, [&](VarId var) {
                driving_pins_[var].push_back({static_cast<std::int32_t>(i), &c});
            });
        }
    }
    for (std::size_t i = 0; i < module_.assignments.size(); ++i) {
        const Assignment& a = module_.assignments[i];
        const auto id = static_cast<std::int32_t>(i);
        const VarId target = a.target != kNone ? a.target : outer(a.outer_target);
        const bool initial =
            a.process != kNone &&
            module_.processes[static_cast<std::size_t>(a.process)].kind == Process::Kind::initial;
        if (initial) continue;
        if (target != kNone) writers_[target].push_back(id);
        if (a.to_element && module_.expr(a.element_index).op != Op::constant)
            indexed_.insert(target);
        for (const Guard& g : a.guards) {
            first_use_.emplace(g.condition, id);
            if (!g.is_case || !g.holds) continue;
            auto& items = case_items_[g.condition];
            if (std::find(items.begin(), items.end(), g.matches) == items.end())
                items.push_back(g.matches);
        }
    }
}

VarId ModuleLogic::add_outer(const std::string& text, std::uint32_t width) {
    const auto next = static_cast<VarId>(module_.vars.size() + outer_names_.size());
    const auto [at, fresh_one] = outers_.emplace(text, next);
    if (fresh_one) {
        outer_names_.push_back(text);
        outer_widths_.push_back(std::max<std::uint32_t>(width, 1));
    }
    return at->second;
}

VarId ModuleLogic::outer(const std::string& text) const {
    const auto found = outers_.find(text);
    return found == outers_.end() ? kNone : found->second;
}

std::string ModuleLogic::outer_name(VarId var) const {
    const std::size_t at = static_cast<std::size_t>(var) - module_.vars.size();
    return static_cast<std::size_t>(var) < module_.vars.size() ? "" : outer_names_[at];
}

std::uint32_t ModuleLogic::width(VarId var) const {
    const auto at = static_cast<std::size_t>(var);
    if (at >= module_.vars.size()) return outer_widths_[at - module_.vars.size()];
    return all_.design().width_of(module_.vars[at].type);
}

std::uint64_t ModuleLogic::elements(VarId var) const {
    const auto at = static_cast<std::size_t>(var);
    if (at >= module_.vars.size() || module_.vars[at].type == kNone) return 1;
    const Type& type = all_.design().types[static_cast<std::size_t>(module_.vars[at].type)];
    return type.kind == Type::Kind::unpacked_array ? std::max<std::uint64_t>(type.elements, 1) : 1;
}

bool ModuleLogic::is_memory(VarId var) const {
    return elements(var) > kMostElements || (width(var) > kNarrow && indexed_.contains(var));
}

bool ModuleLogic::is_state(VarId var) const {
    const auto found = writers_.find(var);
    if (found == writers_.end()) return false;
    return std::any_of(found->second.begin(), found->second.end(), [&](std::int32_t id) {
        const std::int32_t process = module_.assignments[static_cast<std::size_t>(id)].process;
        return process != kNone &&
               module_.processes[static_cast<std::size_t>(process)].kind == Process::Kind::clocked;
    });
}

bool ModuleLogic::has_state() {
    return std::any_of(writers_.begin(), writers_.end(),
                       [&](const auto& entry) { return is_state(entry.first); });
}

ModuleLogic::Node ModuleLogic::fresh(Atom atom) {
    const Variable v = diagram_.add_variable();
    atoms_.push_back(std::move(atom));
    return diagram_.literal(v);
}

ModuleLogic::Node ModuleLogic::opaque(const std::string& key,
                                      std::function<std::vector<Node>()> operands) {
    const auto known = opaques_.find(key);
    if (known != opaques_.end()) return known->second;
    const Node node = fresh({Atom::Kind::opaque, {}, kNone, std::move(operands)});
    opaques_.emplace(key, node);
    return node;
}

const std::vector<ModuleLogic::Node>& ModuleLogic::operands(Variable v) {
    const auto known = operand_memo_.find(v);
    if (known != operand_memo_.end()) return known->second;
    operand_memo_[v] = {};  // ends a search that comes back to this atom
    const auto ask = atoms_[v].operands;
    if (ask) {
        std::vector<Node> all = ask();
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        operand_memo_[v] = std::move(all);
    }
    return operand_memo_[v];
}

ModuleLogic::Node ModuleLogic::input(Bit bit) {
    const auto known = inputs_.find(bit);
    if (known != inputs_.end()) return known->second;
    return inputs_[bit] = fresh({Atom::Kind::input, bit, kNone, {}});
}

ModuleLogic::Node ModuleLogic::value(Bit bit) {
    if (const auto reset = inactive_.find(bit.var); reset != inactive_.end())
        return reset->second ? Diagram::kTrue : Diagram::kFalse;
    if (const auto known = values_.find(bit); known != values_.end()) return known->second;
    if (is_state(bit.var)) {
        if (is_memory(bit.var)) bit.element = 0;
        return values_[bit] = fresh({Atom::Kind::state, bit, kNone, {}});
    }
    if (depth_ > kDeepest) return fresh({});
    // A value that hangs on itself through other bits of a vector, or on a latch, is unknown.
    const Node unknown = fresh({});
    values_[bit] = unknown;
    ++depth_;
    const Node result = computed(bit);
    --depth_;
    return values_[bit] = result;
}

ModuleLogic::Node ModuleLogic::computed(Bit bit) {
    const auto at = static_cast<std::size_t>(bit.var);
    const bool known_var = at < module_.vars.size();
    if (known_var && module_.vars[at].is_parameter) return fresh({});
    if (known_var && module_.vars[at].direction == Direction::input && !module_.vars[at].is_local)
        return input(bit);
    const auto found = writers_.find(bit.var);
    if (found == writers_.end()) return driven_by_instance(bit);
    Node result = Diagram::kFalse;
    bool any = false;
    for (std::int32_t id : found->second) {
        const Assignment& a = module_.assignments[static_cast<std::size_t>(id)];
        if (!writes(module_, a, bit)) continue;
        if (!any) result = fresh({});  // what it is where nothing is assigned
        any = true;
        const At here{a.process, id};
        result = diagram_.ite(diagram_.both(guards(a, id), hits(a, bit, here)),
                              assigned(a, bit, here), result);
    }
    return any ? result : driven_by_instance(bit);
}

ModuleLogic::Node ModuleLogic::next(Bit bit) {
    if (const auto known = nexts_.find(bit); known != nexts_.end()) return known->second;
    Node result = value(bit);
    nexts_[bit] = result;
    for (std::int32_t id : writers_[bit.var]) {
        const Assignment& a = module_.assignments[static_cast<std::size_t>(id)];
        if (!writes(module_, a, bit)) continue;
        const At here{a.process, id};
        result = diagram_.ite(diagram_.both(guards(a, id), hits(a, bit, here)),
                              assigned(a, bit, here), result);
    }
    return nexts_[bit] = result;
}

// A variable that its process assigns with `=` has, further on, the value of that assignment.
ModuleLogic::Node ModuleLogic::read(Bit bit, At at) {
    if (at.process == kNone || inactive_.contains(bit.var)) return value(bit);
    const auto found = writers_.find(bit.var);
    if (found == writers_.end()) return value(bit);
    std::size_t count = 0;
    for (std::int32_t id : found->second) {
        const Assignment& a = module_.assignments[static_cast<std::size_t>(id)];
        if (a.process == at.process && a.blocking && id < at.before) ++count;
    }
    const bool clocked =
        module_.processes[static_cast<std::size_t>(at.process)].kind == Process::Kind::clocked;
    if (count == 0) {
        const Assignment& first =
            module_.assignments[static_cast<std::size_t>(found->second.front())];
        // Read before it is assigned: the value of before, which only a latch has.
        if (!clocked && first.process == at.process) return fresh({});
        return value(bit);
    }
    return after(bit, at.process, count, clocked && is_state(bit.var) ? value(bit) : fresh({}));
}

// The value after the first `count` assignments of a process to the variable.
ModuleLogic::Node ModuleLogic::after(Bit bit, std::int32_t process, std::size_t count, Node start) {
    if (count == 0) return start;
    const auto key = std::make_tuple(bit, process, count);
    if (const auto known = after_memo_.find(key); known != after_memo_.end()) return known->second;
    if (depth_ > kDeepest) return fresh({});
    ++depth_;
    std::size_t seen = 0;
    std::int32_t last = kNone;
    for (std::int32_t id : writers_[bit.var]) {
        const Assignment& a = module_.assignments[static_cast<std::size_t>(id)];
        if (a.process == process && a.blocking && ++seen == count) last = id;
    }
    Node result = after(bit, process, count - 1, start);
    const Assignment& a = module_.assignments[static_cast<std::size_t>(last)];
    if (writes(module_, a, bit)) {
        const At here{process, last};
        result = diagram_.ite(diagram_.both(guards(a, last), hits(a, bit, here)),
                              assigned(a, bit, here), result);
    }
    --depth_;
    return after_memo_[key] = result;
}

ModuleLogic::Node ModuleLogic::assigned(const Assignment& a, Bit bit, At at) {
    const bool shifted = !a.whole && !a.dynamic && !(a.to_element && a.slice_index == kNone);
    std::uint64_t position = bit.position - (shifted ? a.lsb : 0);
    if (a.dynamic) position = bit.position % std::max<std::uint32_t>(a.width, 1);
    return ExpressionLogic(*this, at).bit(a.value, a.to_element ? 0 : bit.element, position);
}

// Where an assignment through an index reaches the bit.
ModuleLogic::Node ModuleLogic::hits(const Assignment& a, Bit bit, At at) {
    Node result = Diagram::kTrue;
    ExpressionLogic logic(*this, at);
    if (a.to_element && module_.expr(a.element_index).op != Op::constant && !is_memory(bit.var))
        result = logic.equals(a.element_index, bit.element);
    if (!a.dynamic || a.target_expr == kNone) return result;
    const Expr& target = module_.expr(a.target_expr);
    if (target.op != Op::select) return result;
    const std::uint64_t step = std::max<std::uint32_t>(a.width, 1);
    return diagram_.both(result, logic.equals(target.args[1], bit.position - bit.position % step));
}

ModuleLogic::Node ModuleLogic::guards(const Assignment& a, std::int32_t) {
    Node result = Diagram::kTrue;
    for (const Guard& g : a.guards) {
        if (result == Diagram::kFalse) break;
        result = diagram_.both(result, guard(g, a.process));
    }
    return result;
}

// A condition has the values of the place where its branches begin.
ModuleLogic::Node ModuleLogic::guard(const Guard& g, std::int32_t process) {
    const At at{process, first_use_[g.condition]};
    if (g.is_case) return case_item(g, at);
    const Node holds = ExpressionLogic(*this, at).truth(g.condition);
    return g.holds ? holds : diagram_.negated(holds);
}

// An item is taken when it matches and none before it does.
ModuleLogic::Node ModuleLogic::case_item(const Guard& g, At at) {
    if (!g.holds) return diagram_.negated(matches(g, at));
    Node result = matches(g, at);
    for (const auto& earlier : case_items_[g.condition]) {
        if (earlier == g.matches || result == Diagram::kFalse) break;
        Guard other = g;
        other.matches = earlier;
        result = diagram_.both(result, diagram_.negated(matches(other, at)));
    }
    return result;
}

ModuleLogic::Node ModuleLogic::matches(const Guard& g, At at) {
    Node any = Diagram::kFalse;
    for (ExprId match : g.matches)
        any = diagram_.either(any, ExpressionLogic(*this, at).equal(g.condition, match));
    return any;
}

std::vector<Bit> ModuleLogic::state_bits() {
    std::vector<Bit> all;
    for (const auto& [var, ids] : writers_) {
        if (!is_state(var) || is_memory(var)) continue;
        std::set<std::uint64_t> positions;
        const std::uint32_t bits = width(var);
        for (std::uint32_t i = 0; i < std::min(bits, kNarrow); ++i) positions.insert(i);
        for (std::int32_t id : ids) {
            const Assignment& a = module_.assignments[static_cast<std::size_t>(id)];
            if (!a.whole && a.lsb < bits) positions.insert(a.lsb);
        }
        for (std::uint64_t e = 0; e < elements(var); ++e) {
            for (std::uint64_t p : positions) all.push_back({var, e, p});
        }
    }
    return all;
}

std::vector<ModuleLogic::Write> ModuleLogic::memory_writes() {
    std::vector<Write> all;
    for (const auto& [var, ids] : writers_) {
        if (!is_state(var) || !is_memory(var)) continue;
        for (std::int32_t id : ids) {
            const Assignment& a = module_.assignments[static_cast<std::size_t>(id)];
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
