// SPDX-License-Identifier: Apache-2.0
#include "find/queues/queue_finding.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <set>
#include <string>

#include "find/module/condition.h"
#include "find/module/counting.h"
#include "find/module/subject.h"
#include "find/queues/queue_depth.h"
#include "model/expression_variables.h"
#include "model/handshake_names.h"
#include "model/size_parameter.h"

namespace tapestry {

namespace {

// The flush of a queue: a condition other than the reset of its tap that sets a pointer to a
// constant. The pointers are registers of the module, or of its instances.

// True if the guards read the register itself, as those of a pointer that wraps to 0 do.
bool looks_at_itself(const Subject& on, const Assignment& a) {
    bool itself = false;
    for (const Guard& guard : a.guards)
        on.index.for_each_ref(guard, [&](VarId v, ExprId) { itself = itself || v == a.target; });
    return itself;
}

using Texts = std::optional<std::set<std::string>>;

// A module on the way from the queue down to an instance with pointers.
struct Level {
    const Subject& on;
    const Level* above = nullptr;
    const Instance* instance = nullptr;  // as which the module above has it
};

std::optional<std::string> text_of(const Level& level, ExprId expr);

// A variable in the names of the queue's module: an input is what it is connected to, a wire what
// drives it.
std::optional<std::string> name_in_queue(const Level& level, VarId var) {
    const Subject& on = level.on;
    if (!level.above) return on.text(var);
    if (on.module.var(var).direction == Direction::input) {
        for (const Connection& c : level.instance->connections) {
            if (c.port == on.module.var(var).name && c.value != kNone)
                return text_of(*level.above, c.value);
        }
        return std::nullopt;
    }
    const auto& drivers = on.index.drivers(var);
    if (drivers.size() != 1) return std::nullopt;
    const Assignment& a = on.index.assignment(drivers[0]);
    const bool wire = a.process == kNone && a.whole && a.guards.empty();
    return wire ? text_of(level, a.value) : std::nullopt;
}

std::optional<std::string> text_of(const Level& level, ExprId expr) {
    return render(level.on.module, expr, [&](VarId v) { return name_in_queue(level, v); });
}

std::string negated_text(const std::string& text) {
    return text.starts_with("!") && text.find_first_of(" (") == std::string::npos ? text.substr(1)
                                                                                  : "!" + text;
}

// The guards as one expression. Empty if they hold only under the reset, nothing if they cannot be
// written.
std::optional<std::string> condition_text(const Level& level, const std::vector<Guard>& guards,
                                          const std::string& reset) {
    std::string all;
    for (const Guard& guard : guards) {
        const auto text = guard.is_case ? std::nullopt : text_of(level, guard.condition);
        if (!text) return std::nullopt;
        const std::string literal = guard.holds ? *text : negated_text(*text);
        if (!reset.empty() && literal == reset) return std::string();
        if (!reset.empty() && negated_text(literal) == reset) continue;
        all += (all.empty() ? "" : " && ") + literal;
    }
    return all.empty() ? std::nullopt : std::optional(all);
}

// Adds the flushes of one register; returns false if one cannot be written.
bool add_flushes(const Level& level, VarId pointer, const std::string& reset,
                 std::set<std::string>& found) {
    const Subject& on = level.on;
    for (const AssignmentId id : on.index.drivers(pointer)) {
        const Assignment& a = on.index.assignment(id);
        if (!on.index.is_clocked(a) || on.module.expr(a.value).op != Op::constant ||
            a.guards.empty() || looks_at_itself(on, a))
            continue;
        const auto text = condition_text(level, a.guards, reset);
        if (!text) return false;
        if (!text->empty()) found.insert("(" + *text + ")");
    }
    return true;
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

// True if the instance drives an input of another one that has a memory, or a flag of the module.
bool drives_queue(const Subject& on, const Instance& instance) {
    std::set<VarId> reached;
    for (const Connection& c : instance.connections) {
        if (c.direction == Direction::output && c.value != kNone)
            on.index.for_each_ref(c.value, [&](VarId v, ExprId) { reached.insert(v); });
    }
    auto uses = [&](ExprId id) {
        bool found = false;
        on.index.for_each_ref(id, [&](VarId v, ExprId) { found = found || reached.contains(v); });
        return found;
    };
    for (const Assignment& a : on.module.assignments) {
        const bool is_flag =
            a.target != kNone && a.process == kNone && on.width(a.target) == 1 && a.whole;
        if (is_flag && uses(a.value)) return true;
    }
    return std::ranges::any_of(on.module.instances, [&](const Instance& other) {
        return &other != &instance && depth_of_memory(on.design, other.module, 0) > 0 &&
               std::ranges::any_of(other.connections, [&](const Connection& c) {
                   return c.direction == Direction::input && c.value != kNone && uses(c.value);
               });
    });
}

bool is_counter(const Subject& on, VarId v) {
    return is_kept(on, v) && (counts(on, v, Op::add) || counts(on, v, Op::subtract));
}

bool search(const Level& level, const std::string& reset, int levels,
            std::set<std::string>& found) {
    const Subject& on = level.on;
    for (const Instance& instance : on.module.instances) {
        const Subject below(on.design, instance.module, on.indexes, on.clocking, on.listening,
                            on.names, on.findings);
        if (below.module.is_interface || instance.is_array || levels == 0) continue;
        const Level inner{below, &level, &instance};
        if (!search(inner, reset, levels - 1, found)) return false;
        const bool places =
            writes_memory(below) || indexes_memory(on, instance) || drives_queue(on, instance);
        for (const VarId v : below.vars()) {
            if (!places) break;
            const bool counter =
                is_kept(below, v) && (counts(below, v, Op::add) || counts(below, v, Op::subtract));
            if (counter && !add_flushes(inner, v, reset, found)) return false;
        }
    }
    return true;
}

// The conditions as expressions of the module; nothing if one cannot be written so. `reset` is the
// reset of the tap.
Texts flushes_of(const Subject& on, const std::set<VarId>& pointers, const std::string& reset) {
    std::set<std::string> found;
    for (const VarId pointer : pointers) {
        if (!add_flushes({on}, pointer, reset, found)) return std::nullopt;
    }
    return found;
}

// The same where the memory is elsewhere: for the counters of the module, and those of instances
// that keep, address or tell the state of the memory.
Texts flushes_below(const Subject& on, const std::string& reset) {
    std::set<std::string> found;
    const Level level{on};
    for (const VarId v : on.vars()) {
        if (is_counter(on, v) && !add_flushes(level, v, reset, found)) return std::nullopt;
    }
    return search(level, reset, kLevelsOfMemory, found) ? Texts(found) : std::nullopt;
}

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
    f.queue().is_power_of_two = needs_power_of_two(on, f.queue().depth);
    // An array may be larger than the part in use.
    if (const auto parameter =
            parameter_for(on.module, {f.queue().depth, depth_of_parameters(on)})) {
        f.queue().parameter = parameter->name;
        f.queue().is_logarithm = parameter->is_logarithm;
        f.queue().parameter_value = parameter->value;
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
