// SPDX-License-Identifier: Apache-2.0
#include "find/module/clock_search.h"

#include <algorithm>

#include "base/verilog_text.h"
#include "find/module/clocking.h"

namespace tapestry {

namespace {

constexpr int kDeepestSearch = 8;
constexpr int kMostFollowers = 4;  // registers and wires between a port and the reset made from it

// The connection of an instance's port: a variable, plain or inverted.
struct Connected {
    VarId var = kNone;
    bool inverted = false;
};

// The variable that an expression is, plain or inverted.
Connected variable_in(const Module& module, ExprId value) {
    bool inverted = false;
    for (; module.expr(value).op == Op::not_; value = module.expr(value).args[0])
        inverted = !inverted;
    return module.expr(value).op == Op::ref ? Connected{module.expr(value).var, inverted}
                                            : Connected{};
}

Connected connected(const Module& module, const Instance& instance, const std::string& port) {
    for (const Connection& c : instance.connections) {
        if (c.value == kNone || spelled(c.port) != port) continue;
        const Connected found = variable_in(module, c.value);
        if (found.var != kNone) return found;
    }
    return {};
}

// What a register or wire follows, a cycle later or at once: `late <= rst`. Nothing if it does
// more.
Connected followed(const ModuleIndex& index, VarId var) {
    const Assignment* only = nullptr;
    for (const AssignmentId id : index.drivers(var)) {
        const Assignment& a = index.assignment(id);
        const bool initial = !index.is_clocked(a) && index.is_register(var);
        if (initial) continue;
        if (only || !a.whole || !a.guards.empty()) return {};
        only = &a;
    }
    return only ? variable_in(index.module(), only->value) : Connected{};
}

// A reset as the port of its module that it follows; itself if it follows none.
std::string at_port(const ModuleIndex& index, const std::string& reset) {
    bool low = reset.starts_with("!");
    VarId var = index.find(low ? reset.substr(1) : reset);
    for (int hops = 0; var != kNone && hops <= kMostFollowers; ++hops) {
        const Var& v = index.module().var(var);
        if (v.direction == Direction::input) return (low ? "!" : "") + spelled(v.name);
        const Connected next = followed(index, var);
        var = next.var;
        low = low != next.inverted;
    }
    return reset;
}

// Operators whose bit i depends only on bit i of each operand. A logical `and` of wide operands has
// one bit.
bool is_bitwise(const Module& module, const Expr& e) {
    if (e.op != Op::and_ && e.op != Op::or_ && e.op != Op::xor_ && e.op != Op::not_ &&
        e.op != Op::conditional)
        return false;
    const std::size_t first = e.op == Op::conditional ? 1 : 0;
    return std::all_of(e.args.begin() + static_cast<std::ptrdiff_t>(first), e.args.end(),
                       [&](ExprId argument) { return module.expr(argument).width == e.width; });
}

}  // namespace

ClockSearch::Net ClockSearch::net_of(ModuleId module, VarId var) const {
    const TypeId id = design_.modules[module].var(var).type;
    if (id == kNone) return {module, var, std::nullopt};
    const Type& type = design_.types[id];
    const bool single = type.kind != Type::Kind::unpacked_array && type.width == 1;
    return {module, var, single ? std::optional(Bit{var, 0, 0}) : std::nullopt};
}

std::optional<FindingClock> ClockSearch::of_bit(ModuleId module, Bit bit) {
    return find({module, bit.var, bit}, 0);
}

std::optional<FindingClock> ClockSearch::of_var(ModuleId module, VarId var) {
    return find(net_of(module, var), 0);
}

ClockSearch::Found ClockSearch::find(const Net& net, int depth) {
    if (depth > kDeepestSearch) return std::nullopt;
    if (const auto known = memo_.find(net); known != memo_.end()) return known->second;
    memo_[net] = std::nullopt;  // terminates a search that returns to this net
    Found found = from_drivers(net, depth);
    if (!found) found = from_pins(net, true, depth);
    if (!found) found = from_readers(net);
    if (!found) found = from_pins(net, false, depth);
    memo_[net] = found;
    return found;
}

// The bit of a net that is a vector; nothing for arrays and for whole variables.
std::optional<BitRange> ClockSearch::bit_in(const Net& net) {
    if (!net.bit || net.bit->element != 0) return std::nullopt;
    return BitRange{static_cast<std::uint32_t>(net.bit->position), 1};
}

ClockSearch::Found ClockSearch::from_drivers(const Net& net, int depth) {
    const ModuleIndex& index = index_of(net);
    std::vector<const Assignment*> drivers;
    for (AssignmentId id : index.drivers(net.var)) {
        const Assignment& a = index.assignment(id);
        if (net.bit && !writes(index.module(), a, *net.bit)) continue;
        if (index.is_clocked(a)) return clocking_.of_register(net.module, net.var, bit_in(net));
        drivers.push_back(&a);
    }
    for (const Assignment* a : drivers) {
        if (Found found = from_value(net, *a, depth)) return found;
    }
    return std::nullopt;
}

ClockSearch::Found ClockSearch::from_value(const Net& net, const Assignment& a, int depth) {
    std::optional<Bit> at;
    if (net.bit && !a.dynamic)
        at = Bit{kNone, a.to_element ? 0 : net.bit->element, net.bit->position - a.lsb};
    if (Found found = from_expression(net, a.value, at, depth)) return found;
    for (const Guard& guard : a.guards) {
        if (Found found = from_mentioned(net, guard.condition, depth)) return found;
        for (ExprId match : guard.matches) {
            if (Found found = from_mentioned(net, match, depth)) return found;
        }
    }
    return std::nullopt;
}

// The clock from one bit of an expression, or from all its references if the relevant bits are
// unknown.
ClockSearch::Found ClockSearch::from_expression(const Net& net, ExprId id, std::optional<Bit> at,
                                                int depth) {
    const Module& module = index_of(net).module();
    if (id == kNone) return std::nullopt;
    if (!at) return from_mentioned(net, id, depth);
    if (const auto bit = bit_of(module, id, *at); bit && bit->var != kNone)
        return bit->var == net.var && *bit == net.bit
                   ? std::nullopt
                   : find({net.module, bit->var, bit}, depth + 1);
    const Expr& e = module.expr(id);
    if (e.op == Op::concatenate) {
        const std::uint64_t low = module.expr(e.args[1]).width;
        if (at->position < low) return from_expression(net, e.args[1], at, depth);
        return from_expression(net, e.args[0], Bit{kNone, at->element, at->position - low}, depth);
    }
    if (!is_bitwise(module, e)) return from_mentioned(net, id, depth);
    for (std::size_t i = 0; i < e.args.size(); ++i) {
        const bool condition = e.op == Op::conditional && i == 0;
        if (Found found = condition ? from_mentioned(net, e.args[i], depth)
                                    : from_expression(net, e.args[i], at, depth))
            return found;
    }
    return std::nullopt;
}

ClockSearch::Found ClockSearch::from_mentioned(const Net& net, ExprId id, int depth) {
    if (id == kNone) return std::nullopt;
    const Module& module = index_of(net).module();
    const Expr& e = module.expr(id);
    const auto bit = e.width == 1 ? bit_of(module, id, {}) : std::nullopt;
    if (bit && bit->var != kNone)
        return bit == net.bit ? std::nullopt : find({net.module, bit->var, bit}, depth + 1);
    if (e.var != kNone && e.var != net.var) {
        if (Found found = find(net_of(net.module, e.var), depth + 1)) return found;
    }
    for (ExprId argument : e.args) {
        if (Found found = from_mentioned(net, argument, depth)) return found;
    }
    return std::nullopt;
}

// The clock of a process that reads the net, with the reset of a register that it decides on: other
// registers of the process may have a reset of their own.
ClockSearch::Found ClockSearch::from_readers(const Net& net) const {
    const ModuleIndex& index = index_of(net);
    Found without_reset;
    for (ProcessId process : index.reading_processes(net.var)) {
        for (const Assignment& a : index.module().assignments) {
            if (a.process != process || a.target == kNone || !is_read_by(net, a)) continue;
            const Found found = clocking_.of_register(net.module, a.target);
            if (found && !found->reset_text.empty()) return found;
            if (!without_reset) without_reset = clocking_.of_process(net.module, process);
        }
    }
    return without_reset;
}

bool ClockSearch::is_read_by(const Net& net, const Assignment& a) const {
    return is_in(net, a.value) ||
           std::any_of(a.guards.begin(), a.guards.end(), [&](const Guard& guard) {
               return is_in(net, guard.condition) ||
                      std::any_of(guard.matches.begin(), guard.matches.end(),
                                  [&](ExprId match) { return is_in(net, match); });
           });
}

// True if an expression references the net: the whole variable, or a slice that contains its bit.
bool ClockSearch::is_in(const Net& net, ExprId id) const {
    if (id == kNone) return false;
    const Module& module = index_of(net).module();
    const Expr& e = module.expr(id);
    const bool part = e.op == Op::select || e.op == Op::array_select;
    const auto first = part && net.bit ? bit_of(module, id, {}) : std::nullopt;
    if (first && first->var == net.var) {
        return first->element == net.bit->element && net.bit->position >= first->position &&
               net.bit->position < first->position + e.width;
    }
    return e.var == net.var || std::any_of(e.args.begin(), e.args.end(),
                                           [&](ExprId argument) { return is_in(net, argument); });
}

ClockSearch::Found ClockSearch::from_pins(const Net& net, bool drivers_only, int depth) {
    const ModuleIndex& index = index_of(net);
    for (const ModuleIndex::Pin& pin : index.pins(net.var)) {
        const Instance& instance = index.module().instances[pin.instance];
        const Connection& connection = instance.connections[pin.connection];
        if (drivers_only != (connection.direction == Direction::output)) continue;
        const auto port = port_net(net, pin);
        if (!port) continue;
        const Found inner = find(*port, depth + 1);
        if (!inner) continue;
        if (Found outer = lifted(net.module, instance, *inner)) return outer;
    }
    return std::nullopt;
}

// The net on the other side of a pin; nothing if the pin has another bit of the variable.
std::optional<ClockSearch::Net> ClockSearch::port_net(const Net& net,
                                                      const ModuleIndex::Pin& pin) const {
    const Module& module = index_of(net).module();
    const Instance& instance = module.instances[pin.instance];
    const Connection& connection = instance.connections[pin.connection];
    const VarId port = indexes_[instance.module].find(connection.port);
    if (port == kNone) return std::nullopt;
    if (!net.bit) return net_of(instance.module, port);
    const std::uint32_t width = module.expr(connection.value).width;
    const auto at = position_in(module, connection.value, width, *net.bit);
    if (!at) return std::nullopt;
    const Module& inner = design_.modules[instance.module];
    const std::uint64_t bits = std::max(design_.width_of(inner.var(port).type), 1U);
    return Net{instance.module, port, Bit{port, at->element, at->position % bits}};
}

std::optional<FindingClock> ClockSearch::lifted(ModuleId module_id, const Instance& instance,
                                                const FindingClock& inner) const {
    const Module& module = design_.modules[module_id];
    const VarId clock = connected(module, instance, inner.clock_text).var;
    if (clock == kNone) return std::nullopt;
    FindingClock outer;
    outer.clock = clock;
    outer.clock_text = spelled(module.var(clock).name);
    outer.edge = inner.edge;
    const std::string text = at_port(indexes_[instance.module], inner.reset_text);
    const bool low = text.starts_with("!");
    const Connected reset = connected(module, instance, low ? text.substr(1) : text);
    if (reset.var != kNone)
        outer.reset_text = (low != reset.inverted ? "!" : "") + spelled(module.var(reset.var).name);
    return outer;
}

}  // namespace tapestry
