// SPDX-License-Identifier: Apache-2.0
#include "find/queues/queue_depth.h"

#include <algorithm>
#include <set>

#include "model/handshake_names.h"

namespace tapestry {

namespace {

constexpr std::uint64_t kDeepestQueue = 1ULL << 24;
constexpr int kMostHops = 4;  // wires between a flag and its comparison

// The Bluespec library: FIFO1, FIFOL1, FIFO2 have the depth in their name, followed by 0 if they
// carry no data; SizedFIFO has an output register in addition to the array.
std::uint64_t depth_of_library(const Subject& on) {
    const std::string& name = on.module.source_name;
    for (const Var& var : on.module.vars) {
        if (var.is_parameter && var.name == "p2depth") return var.value.to_u64().value_or(0);
    }
    if (name == "FIFO1" || name == "FIFO10" || name == "FIFOL1" || name == "FIFOL10") return 1;
    return name == "FIFO2" || name == "FIFO20" ? 2 : 0;
}

// A queue of a few registers: counts the registers with the width of the pushed data.
std::uint64_t depth_of_registers(const Subject& on) {
    std::uint32_t width = 1;
    for (const Var& var : on.module.vars) {
        if (var.direction == Direction::input)
            width = std::max(width, on.design.width_of(var.type));
    }
    std::uint64_t count = 0;
    for (const VarId v : on.vars()) {
        if (width > 1 && !on.module.var(v).is_local && on.width(v) == width &&
            on.index.is_register(v))
            ++count;
    }
    return count;
}

// The numbers with which registers are compared in the logic of a flag.
void add_limits(const Subject& on, VarId flag, int hops, std::set<std::uint64_t>& limits);

void add_limits_in(const Subject& on, ExprId id, int hops, std::set<std::uint64_t>& limits) {
    if (id == kNone) return;
    const Expr& expr = on.module.expr(id);
    if (expr.op == Op::equal || expr.op == Op::greater_or_equal) {
        for (const std::size_t side : {0U, 1U}) {
            const Expr* counted = &on.module.expr(expr.args[1 - side]);
            const Expr& limit = on.module.expr(expr.args[side]);
            while (counted->op == Op::extend) counted = &on.module.expr(counted->args[0]);
            if (limit.op == Op::constant && counted->op == Op::ref &&
                on.index.is_register(counted->var) && counted->width > 1)
                limits.insert(limit.value.to_u64().value_or(0));
        }
        return;
    }
    if (expr.op == Op::ref) return add_limits(on, expr.var, hops, limits);
    for (const ExprId argument : expr.args) add_limits_in(on, argument, hops, limits);
}

void add_limits(const Subject& on, VarId flag, int hops, std::set<std::uint64_t>& limits) {
    if (hops == 0 || !on.index.is_combinational(flag)) return;
    for (const AssignmentId id : on.index.drivers(flag))
        add_limits_in(on, on.index.assignment(id).value, hops - 1, limits);
}

// A counter with one limit for full has that depth.
std::uint64_t depth_of_count(const Subject& on) {
    std::set<std::uint64_t> limits;
    for (const VarId v : on.vars()) {
        const Var& var = on.module.var(v);
        const auto port = queue_port(in_lower_case(var.name));
        if (var.direction == Direction::output && port && port->end == QueueEnd::full)
            add_limits(on, v, kMostHops, limits);
    }
    return limits.size() == 1 && *limits.begin() <= kDeepestQueue ? *limits.begin() : 0;
}

std::uint64_t named_depth(const Subject& on) {
    for (const Var& var : on.module.vars) {
        const std::string name = in_lower_case(var.name);
        const auto value = var.is_parameter ? var.value.to_u64() : std::nullopt;
        if (value && *value <= kDeepestQueue &&
            (name == "depth" || name == "fifo_depth" || name == "size"))
            return *value;
    }
    return 0;
}

}  // namespace

std::uint64_t depth_of_memory(const Design& design, ModuleId module_id, int levels) {
    const Module& module = design.modules[module_id];
    std::uint64_t depth = 0;
    for (const Assignment& a : module.assignments) {
        const TypeId id = a.target == kNone ? kNone : module.var(a.target).type;
        if (id == kNone) continue;
        const Type& type = design.types[id];
        if (type.kind == Type::Kind::unpacked_array) depth = std::max(depth, type.elements);
    }
    for (const Instance& instance : module.instances) {
        if (depth == 0 && levels > 0) depth = depth_of_memory(design, instance.module, levels - 1);
    }
    return depth;
}

std::uint64_t depth_of_parameters(const Subject& on) {
    if (const std::uint64_t depth = named_depth(on)) return depth;
    if (const std::uint64_t depth = depth_of_count(on)) return depth;
    return depth_of_registers(on);
}

std::uint64_t with_output_register(const Subject& on, std::uint64_t memory) {
    return named_depth(on) == memory + 1 ? memory + 1 : memory;
}

std::uint64_t depth_of_queue(const Subject& on) {
    if (const std::uint64_t depth = depth_of_library(on)) return depth;
    if (const std::uint64_t depth = depth_of_memory(on.design, on.id, kLevelsOfMemory))
        return with_output_register(on, depth);
    return depth_of_parameters(on);
}

}  // namespace tapestry
