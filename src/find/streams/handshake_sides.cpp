// SPDX-License-Identifier: Apache-2.0
#include "find/streams/handshake_sides.h"

#include <algorithm>

#include "model/bit.h"

namespace tapestry {

namespace {

bool opposite(Direction a, Direction b) {
    return (a == Direction::input && b == Direction::output) ||
           (a == Direction::output && b == Direction::input);
}

bool is_driven(const Subject& on, Bit bit) {
    const auto& drivers = on.index.drivers(bit.var);
    return std::any_of(drivers.begin(), drivers.end(), [&](AssignmentId id) {
        return writes(on.module, on.index.assignment(id), bit);
    });
}

// True if some condition or expression of the module depends on both.
bool meet(const Subject& on, VarId valid, VarId ready) {
    auto mentions = [&](ExprId id, VarId wanted) {
        bool found = false;
        on.index.for_each_ref(id, [&](VarId v, ExprId) { found = found || v == wanted; });
        return found;
    };
    for (const Assignment& a : on.module.assignments) {
        bool has_valid = a.target != valid && a.target != ready && mentions(a.value, valid);
        bool has_ready = a.target != valid && a.target != ready && mentions(a.value, ready);
        for (const Guard& g : a.guards) {
            has_valid = has_valid || mentions(g.condition, valid);
            has_ready = has_ready || mentions(g.condition, ready);
        }
        if (has_valid && has_ready) return true;
    }
    return false;
}

InstanceId driving_instance(const Subject& on, Bit bit) {
    for (const ModuleIndex::Pin& pin : on.index.pins(bit.var)) {
        const Instance& instance = on.module.instances[pin.instance];
        const Connection& connection = instance.connections[pin.connection];
        if (connection.direction != Direction::output) continue;
        if (position_in(on.module, connection.value, on.module.expr(connection.value).width, bit))
            return pin.instance;
    }
    return kNone;
}

// True if the expression copies outputs of a single instance; sets `instance`, or fails on a second
// one.
bool copies(const Subject& on, ExprId id, InstanceId& instance) {
    const Expr& expr = on.module.expr(id);
    if (expr.op == Op::constant) return true;
    if (expr.op == Op::conditional)
        return copies(on, expr.args[1], instance) && copies(on, expr.args[2], instance);
    const InstanceId driver =
        expr.op == Op::ref ? driving_instance(on, Bit{expr.var, 0, 0}) : kNone;
    if (driver == kNone || (instance != kNone && instance != driver)) return false;
    instance = driver;
    return true;
}

// The single instance whose outputs the variable copies, through a register or an `assign`.
InstanceId copied_instance(const Subject& on, VarId var) {
    InstanceId instance = kNone;
    for (AssignmentId id : on.index.drivers(var)) {
        if (!copies(on, on.index.assignment(id).value, instance)) return kNone;
    }
    return instance;
}

}  // namespace

std::string why_no_handshake(const Subject& on, Bit valid, Bit ready) {
    const Direction v = on.module.var(valid.var).direction;
    const Direction r = on.module.var(ready.var).direction;
    if (v != Direction::none && r != Direction::none)
        return opposite(v, r) ? "" : "both ports point in the same direction";
    if (v != Direction::none || r != Direction::none) return "one side is a port, the other is not";
    const InstanceId valid_driver = driving_instance(on, valid);
    const InstanceId ready_driver = driving_instance(on, ready);
    if (valid_driver != kNone && valid_driver == ready_driver)
        return "both sides are driven by the same instance";
    const InstanceId copied =
        valid_driver == kNone && ready_driver == kNone ? copied_instance(on, valid.var) : kNone;
    if (copied != kNone && copied == copied_instance(on, ready.var))
        return "both sides copy outputs of the same instance";
    if (valid_driver == kNone && ready_driver == kNone && !meet(on, valid.var, ready.var))
        return "both sides are driven by this module and nothing looks at them together";
    const bool valid_driven = valid_driver != kNone || is_driven(on, valid);
    const bool ready_driven = ready_driver != kNone || is_driven(on, ready);
    return valid_driven && ready_driven ? "" : "one side is not driven";
}

std::string why_no_handshake(const Subject& on, VarId valid, VarId ready, std::int32_t element) {
    return why_no_handshake(on, handshake_bit(on.design, on.module, valid, element),
                            handshake_bit(on.design, on.module, ready, element));
}

}  // namespace tapestry
