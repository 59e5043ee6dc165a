// SPDX-License-Identifier: Apache-2.0
#include "detect/circular_buffer.h"

#include <algorithm>

#include "detect/reset_name.h"

namespace tapestry {

namespace {

constexpr int kDeepestWire = 4;
constexpr int kDeepestValue = 12;

}  // namespace

CircularBuffers::CircularBuffers(const Design& design, const ModuleIndex& index)
    : design_(design), index_(index), module_(index.module()) {
    find_counters();
    find_pointers();
    for (CircularBuffer& buffer : unpaired_) {
        for (VarId counter : counters_) {
            if (buffer.counter == kNone && belongs(counter, buffer)) buffer.counter = counter;
        }
    }
    std::copy_if(unpaired_.begin(), unpaired_.end(), std::back_inserter(all_),
                 [&](const CircularBuffer& r) {
                     return r.counter != kNone || compared(r.write_pointer, r.read_pointer);
                 });
    std::erase_if(unpaired_, [](const CircularBuffer& r) { return r.counter != kNone; });
    std::erase_if(unpaired_, [&](const CircularBuffer& r) {
        return compared(r.write_pointer, r.read_pointer);
    });
}

bool CircularBuffers::is_memory(VarId v) const {
    const TypeId type = module_.var(v).type;
    return type != kNone &&
           design_.types[static_cast<std::size_t>(type)].kind == Type::Kind::unpacked_array;
}

bool CircularBuffers::is_one_bit(VarId v) const {
    return !is_memory(v) && design_.width_of(module_.var(v).type) == 1;
}

void CircularBuffers::find_pointers() {
    std::set<VarId> examined;
    for (const Assignment& a : module_.assignments) {
        if (a.target == kNone || !a.to_element || !index_.is_clocked(a) || !is_memory(a.target))
            continue;
        CircularBuffer buffer{a.target, pointer_in(a.element_index, 0), kNone, kNone};
        if (buffer.write_pointer == kNone || !examined.insert(a.target).second) continue;
        for (const Expr& e : module_.exprs) {
            if (e.op != Op::array_select || module_.expr(e.args[0]).var != a.target) continue;
            const VarId read = pointer_in(e.args[1], 0);
            if (read != kNone && read != buffer.write_pointer) buffer.read_pointer = read;
        }
        // Arrays side by side under the same pointers are one queue.
        const bool known =
            std::any_of(unpaired_.begin(), unpaired_.end(), [&](const CircularBuffer& r) {
                return r.write_pointer == buffer.write_pointer &&
                       r.read_pointer == buffer.read_pointer;
            });
        if (buffer.read_pointer != kNone && !known) unpaired_.push_back(buffer);
    }
}

VarId CircularBuffers::pointer_in(ExprId id, int depth) const {
    VarId found = kNone;
    index_.for_each_ref(id, [&](VarId v, ExprId) {
        if (index_.is_register(v)) {
            if (is_kept(v) && counts(v, Op::add)) found = v;
        } else if (depth < kDeepestWire) {
            for (std::int32_t driver : index_.drivers(v)) {
                const VarId behind = pointer_in(index_.assignment(driver).value, depth + 1);
                if (behind != kNone) found = behind;
            }
        }
    });
    return found;
}

// Registers that count both up and down.
void CircularBuffers::find_counters() {
    for (VarId v = 0; v < static_cast<VarId>(module_.vars.size()); ++v) {
        if (!module_.var(v).is_local && is_kept(v) && counts(v, Op::add) && counts(v, Op::subtract))
            counters_.push_back(v);
    }
}

bool CircularBuffers::counts(VarId v, Op op) const {
    const auto& drivers = index_.drivers(v);
    return std::any_of(drivers.begin(), drivers.end(), [&](std::int32_t id) {
        return index_.is_clocked(index_.assignment(id)) &&
               adds_to_itself(index_.assignment(id).value, v, op, 0);
    });
}

bool CircularBuffers::adds_to_itself(ExprId id, VarId v, Op op, int depth) const {
    const Expr& e = module_.expr(id);
    if (depth > kDeepestValue) return false;
    if (e.op == op) {
        bool itself = false;
        index_.for_each_ref(id, [&](VarId var, ExprId) { itself = itself || var == v; });
        return itself;
    }
    if (e.op == Op::ref && e.var != v && index_.is_combinational(e.var)) {
        const auto& drivers = index_.drivers(e.var);
        return std::any_of(drivers.begin(), drivers.end(), [&](std::int32_t d) {
            return adds_to_itself(index_.assignment(d).value, v, op, depth + 1);
        });
    }
    return std::any_of(e.args.begin(), e.args.end(),
                       [&](ExprId a) { return adds_to_itself(a, v, op, depth + 1); });
}

// The variable of a `for` in a clocked process counts too, but keeps nothing from edge to edge.
bool CircularBuffers::is_kept(VarId v) const {
    const auto& drivers = index_.drivers(v);
    return std::any_of(drivers.begin(), drivers.end(), [&](std::int32_t id) {
        return index_.is_clocked(index_.assignment(id)) && !index_.assignment(id).blocking;
    });
}

bool CircularBuffers::compared(VarId a, VarId b) const {
    return std::any_of(module_.exprs.begin(), module_.exprs.end(), [&](const Expr& e) {
        if (e.op != Op::equal && e.op != Op::not_equal) return false;
        std::set<VarId> vars;
        for (ExprId argument : e.args)
            index_.for_each_ref(argument, [&](VarId v, ExprId) { vars.insert(v); });
        return vars.contains(a) && vars.contains(b);
    });
}

// What a variable's next value depends on, through combinational wires.
void CircularBuffers::add_sources(VarId var, int depth, std::set<VarId>& found) const {
    auto note = [&](VarId v, ExprId) {
        if (!found.insert(v).second || depth >= kDeepestWire || index_.is_register(v)) return;
        add_sources(v, depth + 1, found);
    };
    for (std::int32_t id : index_.drivers(var)) {
        const Assignment& a = index_.assignment(id);
        index_.for_each_ref(a.value, note);
        for (const Guard& guard : a.guards) index_.for_each_ref(guard, note);
    }
}

std::set<VarId> CircularBuffers::sources(VarId var) const {
    std::set<VarId> found;
    add_sources(var, 0, found);
    return found;
}

// A count belongs to the buffer when every single bit that steps one of its two pointers steps the
// count as well.
bool CircularBuffers::belongs(VarId counter, const CircularBuffer& buffer) const {
    if (module_.var(counter).scope != module_.var(buffer.memory).scope) return false;
    const std::set<VarId> of_counter = sources(counter);
    auto shares = [&](VarId pointer) {
        const auto all = steps(pointer);
        bool any = false;
        bool every = all.has_value();
        auto look = [&](VarId v, ExprId) {
            if (!is_one_bit(v) || is_reset_name(module_.var(v).name)) return;
            any = true;
            every = every && of_counter.contains(v);
        };
        for (const auto& guards : all.value_or(Steps{})) {
            for (const Guard& guard : guards) index_.for_each_ref(guard, look);
        }
        return any && every;
    };
    return shares(buffer.write_pointer) && shares(buffer.read_pointer);
}

bool CircularBuffers::tells_of(const CircularBuffer& buffer, VarId var) const {
    const std::set<VarId> from = sources(var);
    return from.contains(buffer.write_pointer) || from.contains(buffer.read_pointer) ||
           (buffer.counter != kNone && from.contains(buffer.counter));
}

// A sum cut to the width of what it is assigned to.
bool CircularBuffers::is_low_part(const Expr& e) const {
    if (e.op != Op::select) return false;
    const Expr& lsb = module_.expr(e.args[1]);
    return lsb.op == Op::constant && lsb.value.is_zero();
}

const Expr& CircularBuffers::stripped(ExprId id) const {
    const Expr* expr = &module_.expr(id);
    while (expr->op == Op::extend || is_low_part(*expr)) expr = &module_.expr(expr->args[0]);
    return *expr;
}

std::optional<CircularBuffers::Steps> CircularBuffers::steps(VarId pointer) const {
    Steps all;
    for (std::int32_t id : index_.drivers(pointer)) {
        const Assignment& a = index_.assignment(id);
        if (!index_.is_clocked(a) || !adds_to_itself(a.value, pointer, Op::add, 0)) continue;
        std::vector<Guard> guards = a.guards;
        if (!a.whole || !step_guards(a.value, pointer, guards, 0)) return std::nullopt;
        all.push_back(std::move(guards));
    }
    return all;
}

// Adds to `guards` what must hold for the expression to be the pointer plus one, also where it goes
// back to 0 at its end. False when it is something else.
bool CircularBuffers::step_guards(ExprId id, VarId pointer, std::vector<Guard>& guards,
                                  int depth) const {
    const Expr& e = stripped(id);
    if (depth > kDeepestValue) return false;
    auto is_pointer = [&](ExprId argument) {
        const Expr& a = stripped(argument);
        return a.op == Op::ref && a.var == pointer;
    };
    switch (e.op) {
        case Op::add: {
            if (!is_pointer(e.args[0]) && !is_pointer(e.args[1])) return false;
            ExprId step = e.args[is_pointer(e.args[0]) ? 1 : 0];
            while (module_.expr(step).op == Op::extend) step = module_.expr(step).args[0];
            const Expr& added = module_.expr(step);
            if (added.op == Op::constant) return added.value.to_u64() == 1;
            guards.push_back({step, {}, false, true});
            return added.width == 1;
        }
        case Op::conditional: {
            bool wraps = true;  // the condition is about the pointer alone
            index_.for_each_ref(e.args[0], [&](VarId v, ExprId) {
                wraps = wraps && (v == pointer || module_.var(v).is_parameter);
            });
            for (const std::size_t branch : {1U, 2U}) {
                const bool is_constant = stripped(e.args[3 - branch]).op == Op::constant;
                if (wraps && is_constant)
                    return step_guards(e.args[branch], pointer, guards, depth + 1);
                if (!is_pointer(e.args[3 - branch])) continue;
                guards.push_back({e.args[0], {}, false, branch == 1});
                return step_guards(e.args[branch], pointer, guards, depth + 1);
            }
            return false;
        }
        case Op::ref:
            return !index_.is_register(e.var) &&
                   wire_step_guards(e.var, pointer, guards, depth + 1);
        default:
            return false;
    }
}

// The same for a wire: it is the pointer itself but for one assignment.
bool CircularBuffers::wire_step_guards(VarId wire, VarId pointer, std::vector<Guard>& guards,
                                       int depth) const {
    bool steps = false;
    for (std::int32_t id : index_.drivers(wire)) {
        const Assignment& a = index_.assignment(id);
        const Expr& value = stripped(a.value);
        if (value.op == Op::ref && value.var == pointer && a.guards.empty()) continue;
        if (steps || !a.whole) return false;
        steps = true;
        guards.insert(guards.end(), a.guards.begin(), a.guards.end());
        if (!step_guards(a.value, pointer, guards, depth)) return false;
    }
    return steps;
}

VarId CircularBuffers::set_back_from(const CircularBuffer& buffer) const {
    for (VarId v : {buffer.write_pointer, buffer.read_pointer, buffer.counter}) {
        const VarId from = v == kNone ? kNone : set_from(v);
        // A count may be made anew from the two pointers.
        const bool itself =
            v == buffer.counter && (from == buffer.write_pointer || from == buffer.read_pointer);
        if (from != kNone && !itself) return from;
    }
    return kNone;
}

VarId CircularBuffers::set_back_from() const {
    for (const CircularBuffer& buffer : all_) {
        const VarId from = set_back_from(buffer);
        if (from != kNone) return from;
    }
    // A memory in a module of its own leaves only the pointers to be seen: one that counts and
    // takes over a register to which it is itself saved.
    for (VarId v = 0; v < static_cast<VarId>(module_.vars.size()); ++v) {
        if (is_one_bit(v) || !is_kept(v) || !counts(v, Op::add)) continue;
        const VarId from = set_from(v);
        if (from != kNone && copies(v, from)) return from;
    }
    return kNone;
}

VarId CircularBuffers::set_from(VarId pointer) const {
    for (std::int32_t id : index_.drivers(pointer)) {
        const Assignment& a = index_.assignment(id);
        const VarId from = index_.is_clocked(a) ? taken_over(a.value, pointer, 0) : kNone;
        if (from != kNone) return from;
    }
    return kNone;
}

// Another word that the next value of a pointer is made of; single bits may step it.
VarId CircularBuffers::taken_over(ExprId id, VarId pointer, int depth) const {
    const Expr& e = module_.expr(id);
    if (depth > kDeepestValue) return kNone;
    auto first_of = [&](auto begin, auto end) {
        for (; begin != end; ++begin) {
            const VarId found = taken_over(*begin, pointer, depth + 1);
            if (found != kNone) return found;
        }
        return VarId{kNone};
    };
    if (e.op == Op::conditional) return first_of(e.args.begin() + 1, e.args.end());
    const bool decision = e.width == 1 && e.op != Op::ref;
    if (decision || e.op == Op::constant) return kNone;
    if (e.op == Op::select) return taken_over(e.args[0], pointer, depth + 1);
    if (e.op != Op::ref && e.op != Op::call) return first_of(e.args.begin(), e.args.end());
    if (e.var == kNone || e.var == pointer || is_one_bit(e.var) || module_.var(e.var).is_parameter)
        return kNone;
    if (index_.is_register(e.var) || index_.drivers(e.var).empty()) return e.var;
    for (std::int32_t driver : index_.drivers(e.var)) {
        const VarId found = taken_over(index_.assignment(driver).value, pointer, depth + 1);
        if (found != kNone) return found;
    }
    return kNone;
}

// Whether `to` is ever given the value of `from`, or that value plus one.
bool CircularBuffers::copies(VarId from, VarId to) const {
    const auto& drivers = index_.drivers(to);
    return index_.is_register(to) &&
           std::any_of(drivers.begin(), drivers.end(), [&](std::int32_t id) {
               return taken_over(index_.assignment(id).value, to, 0) == from;
           });
}

}  // namespace tapestry
