// SPDX-License-Identifier: Apache-2.0
#include "find/queues/queue_finding.h"

#include <algorithm>
#include <bit>
#include <set>

#include "find/queues/queue_depth.h"
#include "find/queues/queue_flush.h"
#include "model/expression_variables.h"
#include "model/handshake_names.h"
#include "model/size_parameter.h"

namespace tapestry {

namespace {

// The registers that define the occupancy: pointers and counter.
std::set<VarId> position_registers(const std::vector<CircularBuffer>& buffers) {
    std::set<VarId> registers;
    for (const CircularBuffer& buffer : buffers) {
        registers.insert({buffer.write_pointer, buffer.read_pointer});
        if (buffer.counter != kNone) registers.insert(buffer.counter);
    }
    return registers;
}

// A flush (any condition other than reset that empties the queue) is treated as a reset; otherwise
// the occupancy would be too high afterwards. Returns false if the condition cannot be printed.
bool add_flush(const Subject& on, const std::vector<CircularBuffer>& buffers, Finding& f) {
    const std::set<VarId> registers = position_registers(buffers);
    const auto flushes = registers.empty() ? flushes_below(on, f.clock.reset_text)
                                           : flushes_of(on, registers, f.clock.reset_text);
    if (!flushes) return false;
    for (const std::string& flush : *flushes) {
        f.clock.reset_text += (f.clock.reset_text.empty() ? "" : " || ") + flush;
    }
    if (!flushes->empty()) f.reason += "; being flushed counts as a reset";
    return true;
}

// True if an expression chooses between values, also in the wires that it reads.
bool has_choice(const Subject& on, ExprId id, int depth = 0) {
    const Expr& e = on.module.expr(id);
    if (e.op == Op::conditional) return true;
    if (e.op == Op::ref && depth < 8) {
        for (const Assignment& a : on.module.assignments)
            if (a.target == e.var && !on.index.is_clocked(a) &&
                (!a.guards.empty() || has_choice(on, a.value, depth + 1)))
                return true;
    }
    return std::any_of(e.args.begin(), e.args.end(),
                       [&](ExprId arg) { return has_choice(on, arg, depth + 1); });
}

// True if a pointer is seen to go back to 0 at the end of its memory.
bool wraps(const Subject& on, VarId pointer) {
    return std::any_of(
        on.module.assignments.begin(), on.module.assignments.end(), [&](const Assignment& a) {
            if (a.target != pointer || !on.index.is_clocked(a)) return false;
            const bool to_constant = on.module.expr(a.value).op == Op::constant;
            return has_choice(on, a.value) || (to_constant && looks_at_itself(on, a));
        });
}

// True if nothing shows that a depth that is no power of two would work: pointers wrap where their
// bits end, and the memory ends there too.
bool needs_power_of_two(const Subject& on, std::uint64_t depth) {
    if (!std::has_single_bit(depth)) return false;
    bool written = false;
    for (const Assignment& a : on.module.assignments) {
        const Type* type = a.target == kNone ? nullptr : on.type_of(a.target);
        if (!a.to_element || a.element_index == kNone || !type) continue;
        written = true;
        if (type->elements != depth) continue;
        const std::set<VarId> pointers = variables_of(on.module, a.element_index);
        if (!std::all_of(pointers.begin(), pointers.end(),
                         [&](VarId v) { return v != kNone && wraps(on, v); }))
            return true;
    }
    return !written;
}

}  // namespace

Finding begin_queue(const Subject& on, const std::string& name, const SourcePlace& place) {
    Finding f;
    f.own = QueuePart{};
    f.module = on.id;
    f.name = name;
    f.place = place;
    return f;
}

void take_queue(const Subject& on, Finding f, std::optional<FindingClock> clock,
                const std::vector<CircularBuffer>& buffers) {
    clock = on.clocking.completed(on.id, clock);
    if (!clock)
        return on.reject(TapKind::queue, f.scope, f.name, "no clock is found for it", f.place);
    if (f.queue().depth == 0) f.queue().depth = depth_of_queue(on);
    // An array may be larger than the part in use.
    if (const auto parameter =
            parameter_for(on.module, {f.queue().depth, depth_of_parameters(on)})) {
        f.queue().parameter = parameter->name;
        f.queue().is_logarithm = parameter->is_logarithm;
        f.queue().parameter_value = parameter->value;
        f.queue().is_power_of_two = needs_power_of_two(on, f.queue().depth);
        const bool says_depth = in_lower_case(parameter->name).find("depth") != std::string::npos;
        if (says_depth && !parameter->is_logarithm)
            f.queue().depth = std::min(f.queue().depth, parameter->value);
    }
    f.clock = *clock;
    if (!add_flush(on, buffers, f))
        return on.reject(TapKind::queue, f.scope, f.name,
                         "it can be emptied by a condition that cannot be written as an expression "
                         "of this module",
                         f.place);
    on.findings.taken.push_back(std::move(f));
}

void reject_queue(const Subject& on, const std::string& why) {
    on.reject(TapKind::queue, "", "", why, on.module.place);
}

}  // namespace tapestry
