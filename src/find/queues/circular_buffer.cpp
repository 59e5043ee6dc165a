// SPDX-License-Identifier: Apache-2.0
#include "find/queues/circular_buffer.h"

#include <algorithm>
#include <set>

#include "find/module/counting.h"
#include "find/queues/pointer_origin.h"
#include "find/queues/pointer_steps.h"
#include "model/reset_name.h"

namespace tapestry {

namespace {

constexpr int kDeepestWire = 4;

bool is_memory(const Subject& on, VarId v) {
    const Type* type = on.type_of(v);
    return type && type->kind == Type::Kind::unpacked_array;
}

// The counting register in an index expression, traced through combinational wires.
VarId pointer_in(const Subject& on, ExprId id, int depth) {
    VarId found = kNone;
    on.index.for_each_ref(id, [&](VarId v, ExprId) {
        if (on.index.is_register(v)) {
            if (is_kept(on, v) && counts(on, v, Op::add)) found = v;
        } else if (depth < kDeepestWire) {
            for (AssignmentId driver : on.index.drivers(v)) {
                const VarId behind = pointer_in(on, on.index.assignment(driver).value, depth + 1);
                if (behind != kNone) found = behind;
            }
        }
    });
    return found;
}

VarId read_pointer_of(const Subject& on, VarId memory, VarId write_pointer) {
    VarId pointer = kNone;
    for (const Expr& e : on.module.exprs) {
        if (e.op != Op::array_select || on.module.expr(e.args[0]).var != memory) continue;
        const VarId read = pointer_in(on, e.args[1], 0);
        if (read != kNone && read != write_pointer) pointer = read;
    }
    return pointer;
}

// Arrays with two pointers. Several arrays with the same pointers are one buffer.
std::vector<CircularBuffer> with_two_pointers(const Subject& on) {
    std::vector<CircularBuffer> found;
    std::set<VarId> examined;
    for (const Assignment& a : on.module.assignments) {
        if (a.target == kNone || !a.to_element || !on.index.is_clocked(a) ||
            !is_memory(on, a.target))
            continue;
        CircularBuffer buffer{a.target, pointer_in(on, a.element_index, 0), kNone, kNone};
        if (buffer.write_pointer == kNone || !examined.insert(a.target).second) continue;
        buffer.read_pointer = read_pointer_of(on, buffer.memory, buffer.write_pointer);
        const bool known = std::any_of(found.begin(), found.end(), [&](const CircularBuffer& b) {
            return b.write_pointer == buffer.write_pointer && b.read_pointer == buffer.read_pointer;
        });
        if (buffer.read_pointer != kNone && !known) found.push_back(buffer);
    }
    return found;
}

std::vector<VarId> registers_up_and_down(const Subject& on) {
    std::vector<VarId> found;
    for (const VarId v : on.vars()) {
        if (!on.module.var(v).is_local && is_kept(on, v) && counts(on, v, Op::add) &&
            counts(on, v, Op::subtract))
            found.push_back(v);
    }
    return found;
}

bool compared(const Subject& on, VarId a, VarId b) {
    return std::any_of(on.module.exprs.begin(), on.module.exprs.end(), [&](const Expr& e) {
        if (e.op != Op::equal && e.op != Op::not_equal) return false;
        std::set<VarId> vars;
        for (ExprId argument : e.args)
            on.index.for_each_ref(argument, [&](VarId v, ExprId) { vars.insert(v); });
        return vars.contains(a) && vars.contains(b);
    });
}

// The variables on which a next value depends, through combinational wires.
void add_sources(const Subject& on, VarId var, int depth, std::set<VarId>& found) {
    auto note = [&](VarId v, ExprId) {
        if (!found.insert(v).second || depth >= kDeepestWire || on.index.is_register(v)) return;
        add_sources(on, v, depth + 1, found);
    };
    for (AssignmentId id : on.index.drivers(var)) {
        const Assignment& a = on.index.assignment(id);
        on.index.for_each_ref(a.value, note);
        for (const Guard& guard : a.guards) on.index.for_each_ref(guard, note);
    }
}

std::set<VarId> sources(const Subject& on, VarId var) {
    std::set<VarId> found;
    add_sources(on, var, 0, found);
    return found;
}

// True if single bits step the pointer and all of them are in `sources`.
bool steps_by(const Subject& on, VarId pointer, const std::set<VarId>& sources) {
    const auto all = pointer_steps(on, pointer);
    bool any = false;
    bool every = all.has_value();
    auto look = [&](VarId v, ExprId) {
        if (!is_one_bit(on, v) || is_reset_name(on.module.var(v).name)) return;
        any = true;
        every = every && sources.contains(v);
    };
    for (const auto& guards : all.value_or(Steps{})) {
        for (const Guard& guard : guards) on.index.for_each_ref(guard, look);
    }
    return any && every;
}

// A counter belongs to the buffer if every bit that steps one of the two pointers also steps the
// counter.
bool belongs(const Subject& on, VarId counter, const CircularBuffer& buffer) {
    if (on.module.var(counter).scope != on.module.var(buffer.memory).scope) return false;
    const std::set<VarId> of_counter = sources(on, counter);
    return steps_by(on, buffer.write_pointer, of_counter) &&
           steps_by(on, buffer.read_pointer, of_counter);
}

}  // namespace

CircularBuffers find_circular_buffers(const Subject& on) {
    const std::vector<VarId> counters = registers_up_and_down(on);
    CircularBuffers result;
    for (CircularBuffer& buffer : with_two_pointers(on)) {
        for (VarId counter : counters) {
            if (buffer.counter == kNone && belongs(on, counter, buffer)) buffer.counter = counter;
        }
        const bool paired =
            buffer.counter != kNone || compared(on, buffer.write_pointer, buffer.read_pointer);
        (paired ? result.paired : result.unpaired).push_back(buffer);
    }
    return result;
}

VarId set_back_from(const Subject& on, const CircularBuffer& buffer) {
    for (VarId v : {buffer.write_pointer, buffer.read_pointer, buffer.counter}) {
        const VarId from = v == kNone ? kNone : taken_over_by(on, v);
        // A counter may be recomputed from the two pointers.
        const bool itself =
            v == buffer.counter && (from == buffer.write_pointer || from == buffer.read_pointer);
        if (from != kNone && !itself) return from;
    }
    return kNone;
}

VarId set_back_from(const Subject& on, const CircularBuffers& buffers) {
    for (const CircularBuffer& buffer : buffers.paired) {
        const VarId from = set_back_from(on, buffer);
        if (from != kNone) return from;
    }
    // With the memory in a submodule only the pointers are visible: look for a counter that is
    // loaded from a register to which it is also saved.
    for (const VarId v : on.vars()) {
        if (is_one_bit(on, v) || !is_kept(on, v) || !counts(on, v, Op::add)) continue;
        const VarId from = taken_over_by(on, v);
        if (from != kNone && copies(on, v, from)) return from;
    }
    return kNone;
}

bool tells_of(const Subject& on, const CircularBuffer& buffer, VarId var) {
    const std::set<VarId> from = sources(on, var);
    return from.contains(buffer.write_pointer) || from.contains(buffer.read_pointer) ||
           (buffer.counter != kNone && from.contains(buffer.counter));
}

}  // namespace tapestry
